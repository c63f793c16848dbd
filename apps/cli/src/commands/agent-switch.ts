import { count } from '@datacortex/wording'
import { type CommandResult, type Context, spaceOf } from '../context.ts'

/** Arguments of `agent disable` and `agent enable`. */
export type AgentSwitchOptions = { readonly ids: readonly string[]; readonly dryRun?: true | undefined }

/** `datacortex agent disable|enable ID…`: switches agents of a space off or on. */
export async function agentSwitch(
  context: Context,
  { to, ids, dryRun }: AgentSwitchOptions & { readonly to: 'disable' | 'enable' },
): Promise<CommandResult> {
  const space = await spaceOf(context)
  const data = await space.agents[to]({ ids, dry_run: dryRun })
  const { changed, disabled } = data
  return {
    data,
    lines: [
      changed.length === 0 ? `unchanged  ${ids.join(', ')}` : `${`${to}d`.padEnd(11)}${changed.join(', ')}`,
      ...(dryRun === true ? ['dry run    nothing was changed'] : []),
      `${count(disabled.length, 'agent')} ${disabled.length === 1 ? 'is' : 'are'} disabled in this space`,
    ],
  }
}
