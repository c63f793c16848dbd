import { CodedError } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import { readSettings } from '@datacortex/platform'
import { bundledPlugins } from '../bundled-plugins.ts'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { AnswerNeededError, UsageError } from '../errors.ts'
import { askYesOrNo } from '../output/ask.ts'
import { commandLines } from '../output/command-lines.ts'
import { count } from '../output/format.ts'
import type { SpaceCommand } from '../space-commands.ts'
import { spaceCommands } from '../space-commands.ts'

/** Arguments of `trust approve` and `trust revoke`. */
export type TrustOptions = {
  /** Such as `runners.claude`; `approve` without any means all that wait. */
  readonly names: readonly string[]
  readonly yes?: true | undefined
  readonly dryRun?: true | undefined
}

/**
 * `datacortex trust list`: every command that this space wants to run, exactly, and whether it may.
 *
 * @param context - Of the command.
 */
export async function trustList(context: Context): Promise<CommandResult> {
  const commands = await commandsOf(await spaceOf(context))
  const waiting = commands.filter(({ state }) => state === 'waiting')
  const next =
    waiting.length === 0
      ? []
      : [`next       datacortex trust approve, if you trust ${waiting.length === 1 ? 'it' : 'them'}`]
  return {
    data: { commands: commands.map(dataOf) },
    lines:
      commands.length === 0 ? ['this space wants to run no commands'] : [...commands.flatMap(commandLines), ...next],
  }
}

/**
 * `datacortex trust approve [NAMES...]`: shows commands of this space, asks, and remembers the yes outside of it.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @throws {@link UsageError} for a name that no command has; {@link AnswerNeededError} without a terminal and `--yes`.
 */
export async function trustApprove(context: Context, { names, yes, dryRun }: TrustOptions): Promise<CommandResult> {
  const wanted = named(await commandsOf(await spaceOf(context)), names)
  // What nobody can approve waits for nobody; whoever names it is told why.
  const isMeant = ({ state }: SpaceCommand): boolean => state === 'waiting' || (state === 'refused' && names.length > 0)
  const waiting = wanted.filter(isMeant)
  const data = { commands: waiting.map(dataOf) }
  if (waiting.length === 0) return { data: { approved: [], ...data }, lines: ['nothing waits for your approval'] }
  if (waiting.every(({ state }) => state === 'refused')) await waiting[0]?.approve()
  const shown = waiting.flatMap(commandLines)
  if (dryRun === true)
    return { data: { dry_run: true, approved: [], ...data }, lines: [...shown, 'dry run    nothing was approved'] }
  if (yes !== true && !(await isApproved(waiting, context)))
    return { data: { approved: [], ...data }, lines: ['not approved'], exitCode: 1 }
  const { approved, refused } = await approveEach(waiting)
  // Where nothing was approved, the refusal is all there is to say.
  const [first] = refused
  if (approved.length === 0 && first !== undefined) throw first.error
  return {
    data: {
      approved,
      refused: refused.map(({ name, error: { code, message } }) => ({ name, code, message })),
      ...data,
    },
    lines: [
      ...(yes === true ? shown : []),
      `approved   ${count(approved.length, 'command')} for this space; any change is asked about again`,
      ...refused.map(({ name, error }) => `refused    ${name}: ${error.message}`),
    ],
    exitCode: refused.length > 0 ? 1 : 0,
  }
}

/** A command that nobody can approve keeps none of the others. */
async function approveEach(waiting: readonly SpaceCommand[]): Promise<{
  readonly approved: readonly string[]
  readonly refused: readonly { readonly name: string; readonly error: CodedError }[]
}> {
  const approved: string[] = []
  const refused: { readonly name: string; readonly error: CodedError }[] = []
  for (const { name, approve } of waiting) {
    try {
      await approve()
      approved.push(name)
    } catch (error) {
      if (!CodedError.is(error, 'SOURCE_MISCONFIGURED')) throw error
      refused.push({ name, error })
    }
  }
  return { approved, refused }
}

/**
 * `datacortex trust revoke NAMES...`: commands of this space may not run any longer.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @throws {@link UsageError} for a name that no command has.
 */
export async function trustRevoke(context: Context, { names, dryRun }: TrustOptions): Promise<CommandResult> {
  const wanted = named(await commandsOf(await spaceOf(context)), names)
  const stored = await storedOf(wanted)
  const revoked = stored.map(({ name }) => name)
  if (dryRun === true)
    return {
      data: { dry_run: true, revoked },
      lines: [...stored.flatMap(commandLines), 'dry run    nothing was revoked'],
    }
  for (const { revoke } of stored) await revoke()
  if (revoked.length === 0) return { data: { revoked }, lines: ['none of them was approved'] }
  return { data: { revoked }, lines: [`revoked    ${count(revoked.length, 'command')}`] }
}

/** Found before any is taken back: entries with the same command share one yes. */
async function storedOf(commands: readonly SpaceCommand[]): Promise<readonly SpaceCommand[]> {
  const stored: SpaceCommand[] = []
  for (const command of commands) if (await command.isStored()) stored.push(command)
  return stored
}

async function isApproved(waiting: readonly SpaceCommand[], context: Context): Promise<boolean> {
  const question = `May ${waiting.length === 1 ? 'this program' : 'these programs'} run in this space?`
  for (const line of waiting.flatMap(commandLines)) process.stderr.write(`${line}\n`)
  const answer = context.json ? undefined : await askYesOrNo(question, context.signal)
  if (answer === undefined) throw new AnswerNeededError({ question })
  return answer
}

async function commandsOf(paths: SpacePaths): Promise<readonly SpaceCommand[]> {
  const { readCatalogue } = await import('@datacortex/registry')
  const [{ modules }, settings] = await Promise.all([
    readCatalogue(paths, { bundledDirectory: bundledPlugins() }),
    readSettings(paths),
  ])
  return await spaceCommands(paths, { modules: modules.modules, settings })
}

function named(commands: readonly SpaceCommand[], names: readonly string[]): readonly SpaceCommand[] {
  const unknown = names.find((name) => !commands.some((command) => command.name === name))
  if (unknown !== undefined)
    throw new UsageError({
      message: `This space has no command ${JSON.stringify(unknown)}.`,
      hint: 'datacortex trust list',
    })
  return names.length === 0 ? commands : commands.filter(({ name }) => names.includes(name))
}

function dataOf({ name, command, env, scripts, state, refusal }: SpaceCommand): Readonly<Record<string, unknown>> {
  return {
    name,
    command,
    env,
    ...(scripts === undefined ? {} : { scripts }),
    state,
    ...(refusal === undefined ? {} : { refusal }),
  }
}
