import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { openSpaceFinder } from '../open/finder.ts'
import { count } from '../output/format.ts'

/**
 * `datacortex module remove NAME`: takes away files, lock entry, agents and sources of a module.
 *
 * @param context - Of the command.
 * @param options - Its name, and whether to change anything.
 */
export async function moduleRemove(
  context: Context,
  options: { readonly name: string; readonly dryRun?: true | undefined },
): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const { removeModule } = await import('@datacortex/registry')
  const removed = await removeModule(paths, options.name, { ...options, ...context })
  if (!options.dryRun) {
    await using finder = await openSpaceFinder(paths, context)
    void finder.update
  }
  const did = options.dryRun ? 'would remove' : 'removed'
  return { data: removed, lines: [`${did}    ${removed.removed} and ${count(removed.agents.length, 'agent')}`] }
}
