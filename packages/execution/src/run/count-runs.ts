import type { Finding } from '@datacortex/errors'
import { CodedError, warningFinding } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import { clockBack } from '../log/clock-findings.ts'
import { updatePerformance } from '../performance/update-performance.ts'

/** Counts what the log has of some agents into their performance. */
export async function countRuns(paths: SpacePaths, agentIds: readonly string[]): Promise<readonly Finding[]> {
  try {
    const { findings } = await updatePerformance(paths, { agentIds })
    // It changes no figure, and stays in the log for ever: whoever reads that is told, not whoever runs something.
    return findings.filter(({ code }) => code !== clockBack)
  } catch (error) {
    if (!CodedError.is(error)) throw error
    return agentIds.map((agentId) =>
      warningFinding('EXECUTION_PERFORMANCE_NOT_UPDATED', agentId, {
        message: `The performance of ${agentId} in the registry is not up to date: ${error.message}`,
        hint: error.hint,
      }),
    )
  }
}
