import type { Execution, LogView } from '@datacortex/execution'
import type { SpacePaths } from '@datacortex/platform'
import { callerScreen } from './caller-screen.ts'

/** An execution, and everything that the log says of it. */
export type ShownLog = { readonly execution: Execution; readonly log: LogView }

/**
 * Reads one execution. In the run of an agent those that it may not be shown are as good as unknown.
 *
 * @param paths - Of the space.
 * @param options - `id` of the execution, abort signal.
 * @throws {@link ExecutionUnknownError}
 * @example const { execution } = await shownLog(paths, { id, signal })
 */
export async function shownLog(
  paths: SpacePaths,
  { id, signal }: { readonly id: string; readonly signal: AbortSignal },
): Promise<ShownLog> {
  const { ExecutionUnknownError, readLog } = await import('@datacortex/execution')
  const log = await readLog(paths, { id, signal })
  const [execution] = log.executions
  const reason = execution && (await callerScreen(paths))?.execution(execution)
  if (execution === undefined || reason !== undefined) throw new ExecutionUnknownError({ id, findings: log.findings })
  return { execution, log }
}
