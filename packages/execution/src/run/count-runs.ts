import { CodedError, type Finding, codedError, warningFinding } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import { clockBack } from '../log/clock-findings.ts'
import { updatePerformance } from '../performance/update-performance.ts'

/** Counts what the log has of some agents into their performance. */
export async function countRuns(paths: SpacePaths, agentIds: readonly string[]): Promise<readonly Finding[]> {
  const updated = await updatePerformance(paths, { agentIds }).catch(codedError)
  // It changes no figure, and stays in the log for ever: whoever reads that is told, not whoever runs something.
  if (!CodedError.is(updated)) return updated.findings.filter(({ code }) => code !== clockBack)
  const { message, hint } = updated
  return agentIds.map((agentId) => {
    const reported = `The performance of ${agentId} in the registry is not up to date: ${message}`
    return warningFinding('EXECUTION_PERFORMANCE_NOT_UPDATED', agentId, { message: reported, hint })
  })
}
