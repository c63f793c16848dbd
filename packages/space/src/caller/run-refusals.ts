import { type Finding, asFinding } from '@datacortex/errors'
import type { RunPlan } from '@datacortex/execution'
import type { SpacePaths } from '@datacortex/platform'

/** What a run would be refused for although its agent may be called. */
export async function runRefusals(
  paths: SpacePaths,
  options: {
    readonly plan: RunPlan
    readonly executionId: string | undefined
    readonly signal?: AbortSignal | undefined
  },
): Promise<readonly Finding[]> {
  const { plan, executionId, signal } = options
  const { chosen } = plan
  const [{ refuseExecutionId }, { checkModuleCommand, checkModuleTrust }] = await Promise.all([
    import('@datacortex/execution'),
    import('@datacortex/modules'),
  ])
  // The checks of the run itself, which would tell the first of them only.
  const checks = [
    async () => executionId === undefined || (await refuseExecutionId(paths, executionId)),
    async () => chosen.kind === 'builtin' || (await checkModuleTrust(chosen.module, { paths, signal })),
    async () => chosen.kind !== 'plugin' || (await checkModuleCommand(chosen.module, { ...chosen, paths })),
  ]
  const findings: Finding[] = []
  for (const check of checks) findings.push(...(await check().then(() => [], asFinding(chosen.name))))
  return findings
}
