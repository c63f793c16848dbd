import { type Finding, warningFinding } from '@datacortex/errors'
import { type Execution, wasInterrupted } from './execution-record.ts'

/** The code of the finding that the clock stepped back. */
export const clockBack = 'EXECUTION_LOG_CLOCK_BACK'

/** Tells that the clock stepped back while the log was written; nobody knows when interrupted runs ended. */
export function clockFindings(executions: readonly Execution[]): readonly Finding[] {
  let steps = 0
  let first: Execution | undefined
  let laterEnd = Number.NaN
  for (const execution of executions) {
    if (wasInterrupted(execution)) continue
    const end = Date.parse(execution.timestamp) + execution.duration_ms
    if (end - laterEnd > toleranceMs) {
      steps += 1
      first = execution
    }
    if (!Number.isNaN(end)) laterEnd = end
  }
  if (first === undefined) return []
  return [
    warningFinding(clockBack, first.id, {
      message: `The clock stepped back while the execution log was written (${steps === 1 ? 'once' : `${steps} times`}, first after ${first.id}), so times in it don't tell the order.`,
      hint: 'Entries are shown in the order in which they were logged. Check the clock of the machine.',
    }),
  ]
}

// Runs that end together may be logged in any order, and a busy log makes its writers wait.
const toleranceMs = 120_000
