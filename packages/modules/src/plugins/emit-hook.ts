import { CodedError } from '@datacortex/errors'
import { patientLimit, readSettings, withTimeLimit } from '@datacortex/platform'
import type { HookPayloads, HookPoint, Hooks } from '@datacortex/plugin'
import { moduleError } from '../errors.ts'
import type { DiscoveredModule } from '../discover/discovered-module.ts'
import { grantedBy } from '../trust/granted-by.ts'
import { failureReason } from './failure-reason.ts'
import { type LoadPluginOptions, loadPlugin } from './load-plugin.ts'

/** Who is told, and for how long each may take. */
export type EmitHookOptions = Partial<
  Pick<LoadPluginOptions, 'log' | 'now' | 'signal' | 'userDirectory' | 'conditions'>
> & {
  readonly modules: readonly DiscoveredModule[]
  /** Called with each hook that fails, in place of the log. */
  readonly onFailure?: ((report: HookReport) => void) | undefined
}

export type HookReport = {
  readonly module: string
  readonly point: HookPoint
  readonly ok: boolean
  readonly durationMs: number
  readonly error?: CodedError | undefined
  /** What it said, where the point asks for an answer; anything, as it comes from a module. */
  readonly answer?: unknown
}

/**
 * Tells every module that subscribes to a hook point, one after the other by name.
 *
 * A hook that fails or takes too long is reported and stops neither the others nor the program.
 * @param payload - What the hooks are told; each gets its own frozen copy.
 * @returns One report for each module that subscribes.
 * @example await emitHook('module_installed', payload, { paths, modules })
 */
export async function emitHook<Point extends HookPoint>(
  point: Point,
  payload: HookPayloads[Point],
  options: EmitHookOptions & Pick<LoadPluginOptions, 'paths'>,
): Promise<readonly HookReport[]> {
  const reports: HookReport[] = []
  for (const module of options.modules) {
    if (!module.manifest.provides.hooks.includes(point)) continue
    options.signal?.throwIfAborted()
    const startedAt = performance.now()
    const { error, answer } = await callHook(module, { point, payload, options })
    const durationMs = Math.round(performance.now() - startedAt)
    const report = { module: module.name, point, ok: error === undefined, durationMs, error, answer }
    reports.push(report)
    if (error === undefined) continue
    if (options.onFailure !== undefined) options.onFailure(report)
    else options.log?.warn({ module: module.name, point, code: error.code, reason: error.message }, 'hook failed')
  }
  return reports
}

type Call<Point extends HookPoint> = {
  readonly point: Point
  readonly payload: HookPayloads[Point]
  readonly options: EmitHookOptions & Pick<LoadPluginOptions, 'paths'>
}

async function callHook<Point extends HookPoint>(module: DiscoveredModule, { point, payload, options }: Call<Point>) {
  const { signal } = options
  const timeoutMs = patientLimit(5000)
  try {
    const { plugins } = await readSettings(options.paths)
    const own = plugins[module.name]
    await using plugin = await loadPlugin(module, {
      ...options,
      ...(own === undefined ? {} : grantedBy(own)),
      timeoutMs,
    })
    if (plugin.kind !== 'hooks') throw new Error(`module.yaml names hooks, but its code is of kind ${plugin.kind}`)
    const hooks: Hooks = plugin.started
    const copy = structuredClone(payload)
    Object.freeze(copy)
    const answer: unknown = await withTimeLimit((signal) => hooks[point]?.(copy, { signal }), {
      timeoutMs,
      what: `the hook ${point}`,
      signal,
    })
    return { answer }
  } catch (error) {
    if (CodedError.is(error)) return { error }
    if (signal?.aborted === true) throw error
    const reason = await failureReason(error, module)
    return { error: moduleError('MODULE_CODE_FAILED', { name: module.name, reason }, { cause: error }) }
  }
}
