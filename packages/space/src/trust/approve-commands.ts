import { CodedError } from '@datacortex/errors'
import { z } from 'zod'
import { agreed } from '../caller/agreed.ts'
import type { ShownCommand, SpaceCommand } from '../caller/space-commands.ts'
import { operation } from '../operation.ts'
import { dryRun, name } from '../schema.ts'
import { commandsOf, shownCommand } from './commands-of.ts'

/** What was approved of what waited. */
export type CommandsApproved = {
  readonly approved: readonly string[]
  /** What nobody can approve; absent if nothing was to be approved, or after a no. */
  readonly refused?: readonly { readonly name: string; readonly code: string; readonly message: string }[] | undefined
  /** All that were meant. */
  readonly commands: readonly ShownCommand[]
  readonly dry_run?: true | undefined
}

/** Shows commands to whoever is there, asks, and remembers the yes outside of the space. */
export const approveCommands = operation({
  input: z.strictObject({ names: z.array(name).optional(), yes: z.boolean().optional(), dry_run: dryRun }),
  output: z.looseObject({ approved: z.array(z.string()) }),
  run: async (work, { names = [], yes = false, dry_run: isDry = false }): Promise<CommandsApproved> => {
    // What nobody can approve waits for nobody; whoever names it is told why.
    const isMeant = ({ state }: SpaceCommand): boolean =>
      state === 'waiting' || (state === 'refused' && names.length > 0)
    const waiting = (await commandsOf(work, names)).filter(isMeant)
    const commands = waiting.map(shownCommand)
    if (waiting.length === 0) return { approved: [], commands }
    if (waiting.every(({ state }) => state === 'refused')) await waiting[0]?.approve()
    if (isDry) return { dry_run: true, approved: [], commands }
    const question = `May ${waiting.length === 1 ? 'this program' : 'these programs'} run in this space?`
    if (!yes && !(await agreed(work, question, { commands }))) return { approved: [], commands }
    const { approved, refused } = await approveEach(waiting)
    // Where nothing was approved, the refusal is all there is to say.
    const [first] = refused
    if (approved.length === 0 && first !== undefined) throw first.error
    return {
      approved,
      refused: refused.map(({ name: of, error: { code, message } }) => ({ name: of, code, message })),
      commands,
    }
  },
})

/** A command that nobody can approve keeps none of the others. */
async function approveEach(waiting: readonly SpaceCommand[]): Promise<{
  readonly approved: readonly string[]
  readonly refused: readonly { readonly name: string; readonly error: CodedError }[]
}> {
  const approved: string[] = []
  const refused: { readonly name: string; readonly error: CodedError }[] = []
  for (const { name: of, approve } of waiting) {
    try {
      await approve()
      approved.push(of)
    } catch (error) {
      if (!CodedError.is(error, 'SOURCE_MISCONFIGURED') && !CodedError.is(error, 'MODULE_COMMAND_REFUSED')) throw error
      refused.push({ name: of, error })
    }
  }
  return { approved, refused }
}
