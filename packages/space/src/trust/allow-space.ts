import { CodedError } from '@datacortex/errors'
import { z } from 'zod'
import { agreed } from '../caller/agreed.ts'
import type { SpaceCommand } from '../caller/space-command.ts'
import { operation } from '../operation.ts'
import { dryRun, name } from '../schema.ts'
import { allowWants } from './space-wants.ts'
import type { ShownWanted } from './shown-wanted.ts'
import { shownWanted, wantedAsShown, wantedOf } from './wanted-of.ts'

export type AllowedSpace = {
  /** Names; none after a no. */
  readonly approved: readonly string[]
  /** What nobody can approve; absent if nothing was to be approved, or after a no. */
  readonly refused?: readonly { readonly name: string; readonly code: string; readonly message: string }[] | undefined
  /** Whether the space is trusted by this, which it was not. */
  readonly is_new: boolean
  readonly dry_run?: true | undefined
} & Omit<ShownWanted, 'reason'>

export const allowSpace = operation({
  input: z.strictObject({
    names: z.array(name).optional(),
    shown: z
      .array(name)
      .max(10_000)
      .optional()
      .describe('Hashes of what the user saw: nothing else is allowed, and nothing at all if one of it was changed.'),
    yes: z.boolean().optional(),
    dry_run: dryRun,
  }),
  output: z.looseObject({ approved: z.array(z.string()) }),
  run: async (work, { names = [], shown: seenBefore, yes = false, dry_run: isDry = false }): Promise<AllowedSpace> => {
    const found = await wantedOf(work, names)
    const all = seenBefore === undefined ? found : wantedAsShown(found, seenBefore)
    // What nobody can approve waits for nobody; who names it is told why.
    const isMeant = ({ state }: SpaceCommand): boolean =>
      state === 'waiting' || (state === 'refused' && names.length > 0)
    const commands = all.commands.filter(isMeant)
    const seen = shownWanted(work, { ...all, commands })
    const isNew = seen.state === 'restricted'
    const wants = seen.wants.filter(({ state }) => state === 'waiting')
    const shown = { state: seen.state, wants, commands: seen.commands }
    if (!isNew && commands.length + wants.length === 0) return { approved: [], is_new: false, ...shown }
    if (commands.length > 0 && commands.every(({ state }) => state === 'refused') && wants.length === 0)
      await commands[0]?.approve()
    if (isDry) return { dry_run: true, approved: [], is_new: isNew, ...shown }
    if (!yes && !(await agreed(work, question(isNew, shown), { wanted: shown })))
      return { approved: [], is_new: false, ...shown }
    const { approved, refused } = await approveEach(commands)
    // Exactly what was shown, whatever the settings say by now.
    await allowWants(
      work.paths.root,
      all.wants.filter((want) => wants.some((one) => one.name === want.name)),
    )
    const [first] = refused
    // Where nothing was approved, the refusal is all there is to say.
    if (approved.length + wants.length === 0 && !isNew && first !== undefined) throw first.error
    return {
      approved: [...new Set([...wants.map((want) => want.name), ...approved])].toSorted((one, other) =>
        one < other ? -1 : 1,
      ),
      refused: refused.map(({ name: of, error: { code, message } }) => ({ name: of, code, message })),
      is_new: isNew,
      ...shown,
      state: 'trusted',
    }
  },
})

function question(isNew: boolean, { wants, commands }: Pick<ShownWanted, 'wants' | 'commands'>): string {
  const all = wants.length + commands.length
  if (isNew) return all === 0 ? 'Do you trust this space?' : 'Do you trust this space, and allow all of this?'
  return `Is this space allowed to do ${all === 1 ? 'this' : 'these'}?`
}

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
