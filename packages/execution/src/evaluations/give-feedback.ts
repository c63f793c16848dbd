import type { Finding } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import { executionError } from '../errors.ts'
import { appendToLog } from '../log/append-to-log.ts'
import { type FeedbackEvent, verdicts } from '../log/log-entries.ts'
import { newLogId } from '../log/new-log-id.ts'
import { concealedNotes, longestNote } from './concealed-notes.ts'
import type { EvaluateOptions } from './evaluate.ts'
import { findExecution } from './find-execution.ts'

export type NewFeedback = Pick<FeedbackEvent, 'execution_id' | 'verdict' | 'note'>

/**
 * Records a person's verdict about a run; the latest one holds and shows as its `quality.user_feedback`.
 * @returns The verdict as it stands in the log, without the secrets of the space.
 * @throws `EXECUTION_UNKNOWN` if the log has no such run.
 * @throws `EXECUTION_EVALUATION_INVALID` if the verdict is none, or the note too long.
 * @throws As {@link appendToLog}.
 * @example await giveFeedback(paths, { execution_id, verdict: 'positive' })
 * @see DIP-0016 §10.1
 */
export async function giveFeedback(
  paths: SpacePaths,
  { execution_id: id, verdict, note }: NewFeedback,
  { now = () => new Date(), dryRun = false, signal }: Omit<EvaluateOptions, 'registry'> = {},
): Promise<{ readonly feedback: FeedbackEvent; readonly findings: readonly Finding[] }> {
  const issues: string[] = []
  if (!verdicts.includes(verdict)) issues.push(`${JSON.stringify(verdict)} is none of ${verdicts.join(', ')}`)
  if ((note?.length ?? 0) > longestNote) issues.push(`the note is longer than ${longestNote} characters`)
  if (issues.length > 0) throw executionError('EXECUTION_EVALUATION_INVALID', { issues })
  const execution = await findExecution(paths, { id, signal })
  const notes = await concealedNotes(paths, execution.id)
  const at = now()
  const event: FeedbackEvent = {
    id: newLogId('feedback', at),
    execution_id: execution.id,
    agent_id: execution.agent_id,
    verdict,
    timestamp: at.toISOString(),
    ...(note === undefined ? {} : { note: notes.conceal(note) }),
  }
  if (!dryRun) await appendToLog(paths, { feedback: [event] }, { signal })
  return { feedback: event, findings: notes.findings() }
}
