import type { HookPayloads, HookPoint } from '@datacortex/plugin'
import { type EmitHookOptions, emitHook } from '@datacortex/modules'
import type { SpacePaths } from '@datacortex/platform'
import { type Finding, warningFinding } from '@datacortex/errors'

export type RunHookPoint = Extract<HookPoint, 'pre_run' | 'post_run' | 'run_error'>

/** Tells the modules that subscribe. A hook that fails is a finding and stops nothing. */
export async function emitRunHook<Point extends RunHookPoint>(
  point: Point,
  payload: HookPayloads[Point],
  options: EmitHookOptions & { readonly paths: SpacePaths },
): Promise<readonly Finding[]> {
  const reports = await emitHook(point, payload, options)
  return reports
    .filter(({ ok }) => !ok)
    .map(({ module, error }) =>
      warningFinding('EXECUTION_HOOK_FAILED', module, {
        message: `The hook ${point} of the module ${module} failed: ${error?.message ?? 'for a reason it did not say'}`,
        hint: error?.hint,
      }),
    )
}
