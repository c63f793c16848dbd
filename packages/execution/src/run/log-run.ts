import { type Finding, CodedError, codedError, errorFinding, warningFinding } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import { appendToLog } from '../log/append-to-log.ts'
import type { Execution } from '../log/execution-record.ts'
import type { LogEntries } from '../log/log-entries.ts'
import { clockBack } from '../log/clock-findings.ts'
import { updatePerformance } from '../performance/update-performance.ts'

export const notLogged = 'EXECUTION_NOT_LOGGED'

/** Logs a run that ended. Where the log can't be written it is a finding: an error would take the answer along. */
export async function logRun(
  paths: SpacePaths,
  { execution, others }: { execution: Execution; others: Partial<Omit<LogEntries, 'executions'>> },
): Promise<readonly Finding[]> {
  const error = await appendToLog(paths, { executions: [execution], ...others }).catch(codedError)
  if (error === undefined) return []
  return [
    errorFinding(notLogged, execution.id, {
      message: `The run ${execution.id} of ${execution.agent_id} is not in the execution log: ${error.message}`,
      hint: `${error.hint ?? 'Mend that before the next run.'} The answer of this run stands nowhere else.`,
    }),
  ]
}

export async function countRuns(paths: SpacePaths, agentIds: readonly string[]): Promise<readonly Finding[]> {
  const updated = await updatePerformance(paths, { agentIds }).catch(codedError)
  // It changes no figure, and stays in the log for ever: who reads that is told, not who runs something.
  if (!CodedError.is(updated)) return updated.findings.filter(({ code }) => code !== clockBack)
  const { message, hint } = updated
  return agentIds.map((agentId) => {
    const reported = `The performance of ${agentId} in the registry is not up to date: ${message}`
    return warningFinding('EXECUTION_PERFORMANCE_NOT_UPDATED', agentId, { message: reported, hint })
  })
}
