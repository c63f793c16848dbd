import type { Finding } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import { type Registry, currentId, readRegistry, resolveAgent } from '@datacortex/registry'
import { executionError } from '../errors.ts'
import { appendToLog } from '../log/append-to-log.ts'
import type { Evaluation } from '../log/log-entries.ts'
import { newLogId } from '../log/new-log-id.ts'
import { concealedNotes, longestNote } from './concealed-notes.ts'
import { findExecution } from './find-execution.ts'

export type NewEvaluation = Pick<Evaluation, 'execution_id' | 'evaluator_agent' | 'scores' | 'notes'> & {
  readonly tags?: readonly string[] | undefined
}

export type EvaluateOptions = {
  readonly now?: (() => Date) | undefined
  /** Agents that may be named, such as those of `readCatalogue`; the registry file if absent. */
  readonly registry?: Registry | undefined
  /** Checks everything and records nothing. */
  readonly dryRun?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Records what an agent or a person says about a run of another agent.
 *
 * Of one evaluator the latest evaluation of a run counts. Performance is not computed here; see
 * {@link updatePerformance}.
 * @returns The evaluation as it stands in the log, without the secrets of the space.
 * @throws `EXECUTION_UNKNOWN` if the log has no such run.
 * @throws `EXECUTION_SELF_EVALUATION` if the evaluator is the agent that ran, by whatever alias.
 * @throws `EXECUTION_EVALUATION_INVALID` if a score is not from 0 to 100, or the notes are too long.
 * @throws `REGISTRY_AGENT_NOT_FOUND` `REGISTRY_AGENT_REMOVED` if the evaluator is no agent.
 * @throws As {@link appendToLog}.
 * @example await evaluate(paths, { execution_id, evaluator_agent: 'critic', scores })
 * @see DIP-0016 §11.2
 */
export async function evaluate(
  paths: SpacePaths,
  evaluation: NewEvaluation,
  { now = () => new Date(), registry: given, dryRun = false, signal }: EvaluateOptions = {},
): Promise<{ readonly evaluation: Evaluation; readonly findings: readonly Finding[] }> {
  checkScores(evaluation)
  const registry = given ?? (await readRegistry(paths))
  const evaluator =
    evaluation.evaluator_agent === 'user' ? 'user' : resolveAgent(registry, evaluation.evaluator_agent).agent.id
  const execution = await findExecution(paths, { id: evaluation.execution_id, signal })
  const evaluated = currentId(registry, execution.agent_id) ?? execution.agent_id
  if (evaluator === evaluated)
    throw executionError('EXECUTION_SELF_EVALUATION', { agent: evaluator, execution: execution.id })
  const notes = await concealedNotes(paths, execution.id)
  const at = now()
  const recorded: Evaluation = {
    id: newLogId('eval', at),
    evaluator_agent: evaluator,
    evaluated_agent: evaluated,
    execution_id: execution.id,
    timestamp: at.toISOString(),
    scores: evaluation.scores,
    tags: [...new Set((evaluation.tags ?? []).map(notes.conceal))],
    ...(evaluation.notes === undefined ? {} : { notes: notes.conceal(evaluation.notes) }),
  }
  if (!dryRun) await appendToLog(paths, { evaluations: [recorded] }, { signal })
  return { evaluation: recorded, findings: notes.findings() }
}

function checkScores({ scores, notes, tags }: NewEvaluation): void {
  const issues = (['task_completion', 'output_quality', 'efficiency'] as const)
    .filter((name) => !(scores[name] >= 0 && scores[name] <= 100))
    .map((name) => `${name} is ${String(scores[name])}, not a number from 0 to 100`)
  if ((notes?.length ?? 0) > longestNote) issues.push(`the notes are longer than ${longestNote} characters`)
  if (tags?.some((tag) => tag === '' || tag.length > 200)) issues.push('a tag is empty or too long')
  if (issues.length > 0) throw executionError('EXECUTION_EVALUATION_INVALID', { issues })
}
