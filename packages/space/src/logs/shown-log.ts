import type { Execution, LogView } from '@datacortex/execution'
import type { Work } from '../work.ts'
import { callerScreen } from '../caller/caller-screen.ts'

/** Reads one execution. In the run of an agent those that it may not be shown are as good as unknown. */
export async function shownLog(
  work: Work,
  { id, signal }: { readonly id: string; readonly signal: AbortSignal },
): Promise<{ readonly execution: Execution; readonly log: LogView }> {
  const { executionError, readLog } = await import('@datacortex/execution')
  const log = await readLog(work.paths, { id, signal })
  const [execution] = log.executions
  const reason = execution && (await callerScreen(work))?.execution(execution)
  if (execution === undefined || reason !== undefined)
    throw executionError('EXECUTION_UNKNOWN', { id, findings: log.findings })
  return { execution, log }
}
