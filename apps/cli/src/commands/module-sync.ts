import type { CommandResult, Context } from '../context.ts'
import { bundledPlugins } from '../bundled-plugins.ts'
import { spaceOf } from '../context.ts'
import { openSpaceFinder } from '../open/finder.ts'
import { brokenLines } from '../output/broken-lines.ts'

/**
 * `datacortex module sync`: brings registry and lock file in step with the module folders. Exit status 1 if a module was
 * left alone because it is broken.
 *
 * @param context - Of the command.
 * @param options - Whether to change anything.
 */
export async function moduleSync(
  context: Context,
  options: { readonly dryRun?: true | undefined },
): Promise<CommandResult> {
  const paths = await spaceOf(context)
  const { syncModules } = await import('@datacortex/registry')
  const synced = await syncModules(paths, { ...options, ...context, bundledDirectory: bundledPlugins() })
  if (!options.dryRun) {
    await using finder = await openSpaceFinder(paths, context)
    void finder.update
  }
  const broken = synced.broken.map(({ path, error: { code, message, hint } }) => ({ path, code, message, hint }))
  const lines = (['added', 'removed', 'changed'] as const)
    .filter((what) => synced[what].length > 0)
    .map((what) => `${what.padEnd(10)} ${synced[what].join(', ')}`)
  return {
    data: { ...synced, broken },
    lines: [
      ...(lines.length + broken.length > 0 ? lines : ['in step    nothing to do']),
      ...broken.flatMap(brokenLines),
      ...(options.dryRun ? ['dry run    nothing was changed'] : []),
    ],
    exitCode: broken.length > 0 ? 1 : 0,
  }
}
