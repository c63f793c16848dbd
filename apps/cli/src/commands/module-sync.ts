import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { brokenLines } from '../output/broken-lines.ts'

/** `datacortex module sync`: brings registry and lock file in step with the module folders. */
export async function moduleSync(
  context: Context,
  { dryRun }: { readonly dryRun?: true | undefined },
): Promise<CommandResult> {
  const data = await (await spaceOf(context)).modules.sync({ dry_run: dryRun })
  const { broken } = data
  const lines = (['added', 'removed', 'changed'] as const)
    .filter((what) => data[what].length > 0)
    .map((what) => `${what.padEnd(10)} ${data[what].join(', ')}`)
  return {
    data,
    lines: [
      ...(lines.length + broken.length > 0 ? lines : ['in step    nothing to do']),
      ...broken.flatMap(brokenLines),
      ...(dryRun ? ['dry run    nothing was changed'] : []),
    ],
    exitCode: broken.length > 0 ? 1 : 0,
  }
}
