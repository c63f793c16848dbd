import { count } from '@datacortex/wording'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'

/** `datacortex module remove NAME`. */
export async function moduleRemove(
  context: Context,
  { name, yes, dryRun }: { readonly name: string; readonly yes?: true | undefined; readonly dryRun?: true | undefined },
): Promise<CommandResult> {
  const space = await spaceOf(context)
  const data = await space.modules.remove({ module: name, yes, dry_run: dryRun })
  const { removed, agents, only_copy: reason } = data
  if (removed === null) return { data, lines: ['not removed; nothing was changed'], exitCode: 1 }
  return {
    data,
    lines: [
      `${dryRun ? 'would remove' : 'removed'}    ${removed} and ${count(agents.length, 'agent')}`,
      ...(dryRun && reason !== undefined ? [`careful    ${reason}; what is in its folder is lost`] : []),
    ],
  }
}
