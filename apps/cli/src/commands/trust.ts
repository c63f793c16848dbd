import { count } from '@datacortex/wording'
import { type CommandResult, type Context, spaceOf } from '../context.ts'
import { commandLines } from '../output/command-lines.ts'

/** Arguments of `trust approve` and `trust revoke`. */
export type TrustOptions = {
  /** Such as `runners.claude`; `approve` without any means all that wait. */
  readonly names: readonly string[]
  readonly yes?: true | undefined
  readonly dryRun?: true | undefined
}

/** `datacortex trust list`: every command that this space wants to run, exactly, and whether it may. */
export async function trustList(context: Context): Promise<CommandResult> {
  const data = await (await spaceOf(context)).trust.list({})
  const { commands } = data
  const waiting = commands.filter(({ state }) => state === 'waiting')
  const next =
    waiting.length === 0
      ? []
      : [`next       datacortex trust approve, if you trust ${waiting.length === 1 ? 'it' : 'them'}`]
  return {
    data,
    lines:
      commands.length === 0 ? ['this space wants to run no commands'] : [...commands.flatMap(commandLines), ...next],
  }
}

/** `datacortex trust approve [NAMES...]`: shows commands of this space, asks, and remembers the yes outside of it. */
export async function trustApprove(context: Context, { names, yes, dryRun }: TrustOptions): Promise<CommandResult> {
  const data = await (await spaceOf(context)).trust.approve({ names, yes, dry_run: dryRun })
  const { approved, refused, commands } = data
  if (commands.length === 0) return { data, lines: ['nothing waits for your approval'] }
  const shown = commands.flatMap(commandLines)
  if (dryRun === true) return { data, lines: [...shown, 'dry run    nothing was approved'] }
  if (refused === undefined) return { data, lines: ['not approved'], exitCode: 1 }
  return {
    data,
    lines: [
      ...(yes === true ? shown : []),
      `approved   ${count(approved.length, 'command')} for this space; any change is asked about again`,
      ...refused.map(({ name, message }) => `refused    ${name}: ${message}`),
    ],
    exitCode: refused.length > 0 ? 1 : 0,
  }
}

/** `datacortex trust revoke NAMES...`: commands of this space may not run any longer. */
export async function trustRevoke(context: Context, { names, dryRun }: TrustOptions): Promise<CommandResult> {
  const data = await (await spaceOf(context)).trust.revoke({ names, dry_run: dryRun })
  const { revoked, commands } = data
  if (dryRun === true) return { data, lines: [...commands.flatMap(commandLines), 'dry run    nothing was revoked'] }
  if (revoked.length === 0) return { data, lines: ['none of them was approved'] }
  return { data, lines: [`revoked    ${count(revoked.length, 'command')}`] }
}
