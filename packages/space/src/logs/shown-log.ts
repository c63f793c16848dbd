import type { Execution, LogView } from '@datacortex/execution'
import type { Work } from '../work.ts'
import { callerAccess } from '../caller/caller-access.ts'
import { mayKnowOf } from '../caller/own-work.ts'

/** Reads one execution. What an agent may not be shown, or another client asked for, is as good as unknown. */
export async function shownLog(
  work: Work,
  { id, signal }: { readonly id: string; readonly signal: AbortSignal },
): Promise<{ readonly execution: Execution; readonly log: LogView }> {
  const { executionError, readLog } = await import('@datacortex/execution')
  const log = await readLog(work.paths, { id, signal })
  const [execution] = log.executions
  const reason = execution && (await callerAccess(work))?.execution(execution)
  if (
    execution === undefined ||
    reason !== undefined ||
    !mayKnowOf(work.caller, execution.client ?? execution.called_by)
  )
    throw executionError('EXECUTION_UNKNOWN', { id, findings: log.findings })
  return { execution, log }
}
