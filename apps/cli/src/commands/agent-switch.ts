import { count } from '@datacortex/wording'
import { type Given, asked } from '../arguments/asked.ts'
import { type CommandResult, type Context, spaceOf } from '../context.ts'

export async function agentSwitch(
  context: Context,
  { to, ...given }: Given<'agents.disable'> & { readonly to: 'disable' | 'enable' },
): Promise<CommandResult> {
  const data = await (await spaceOf(context)).agents[to](asked<'agents.disable'>(given))
  const { changed, disabled } = data
  return {
    data,
    lines: [
      changed.length === 0 ? `unchanged  ${given.ids.join(', ')}` : `${`${to}d`.padEnd(11)}${changed.join(', ')}`,
      ...(given.dryRun === true ? ['dry run    nothing was changed'] : []),
      `${count(disabled.length, 'agent')} ${disabled.length === 1 ? 'is' : 'are'} disabled in this space`,
    ],
  }
}
