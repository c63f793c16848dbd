import { isRecord } from '@datacortex/platform'
import type { Execution, ExecutionStatus, UserFeedback } from './execution-record.ts'
import type {
  Evaluation,
  FeedbackEvent,
  LogEntries,
  LoggedHop,
  LoggedMemory,
  LoggedReasoningPath,
  LogList,
} from './log-entries.ts'
import { verdicts } from './log-entries.ts'

/** Reads an entry of a list as leniently as it can be understood: other programs and people write into the log too. */
export function readLogEntry<List extends LogList>(list: List, value: unknown): LogEntries[List][number] | string {
  if (!isRecord(value)) return 'it is no map'
  const reader: (fields: Fields) => LogEntries[List][number] | string = readers[list]
  return reader(value)
}

type Fields = Readonly<Record<string, unknown>>

const readers: { readonly [List in LogList]: (fields: Fields) => LogEntries[List][number] | string } = {
  executions: readExecution,
  evaluations: readEvaluation,
  feedback: readFeedback,
  reasoning_paths: readReasoningPath,
  session_memories: readMemory,
}

function readExecution(fields: Fields): Execution | string {
  const missing = missingOf(fields, ['id', 'agent_id', 'timestamp'])
  if (missing !== undefined) return missing
  const status = statuses.find((known) => known === fields['status'])
  if (status === undefined) return `its status is ${JSON.stringify(fields['status'] ?? null)}`
  const quality = isRecord(fields['quality']) ? fields['quality'] : {}
  const { error } = fields
  return {
    id: text(fields['id']),
    agent_id: text(fields['agent_id']),
    timestamp: text(fields['timestamp']),
    ...pickTexts(fields, ['task_id', 'task', 'called_by', 'skill', 'agent_version', 'agent_hash', 'runner']),
    duration_ms: Math.max(0, number(fields['duration_ms']) ?? 0),
    ...pickNumbers(fields, ['tokens_in', 'tokens_out', 'attempts']),
    status,
    outputs: maps(fields['outputs']).map(({ path, type }) => ({ path: text(path), type: text(type) })),
    quality: {
      user_feedback: feedbacks.find((known) => known === quality['user_feedback']) ?? null,
      automated_checks: maps(quality['automated_checks']).map(({ check, passed, detail }) => ({
        check: text(check),
        passed: passed === null ? null : passed === true,
        ...(detail === undefined ? {} : { detail: text(detail) }),
      })),
    },
    spawned_agents: maps(fields['spawned_agents']).map((spawned) => ({
      agent_id: text(spawned['agent_id']),
      execution_id: text(spawned['execution_id']),
      status: text(spawned['status']),
    })),
    ...(isRecord(error)
      ? {
          error: {
            code: text(error['code']),
            message: text(error['message']),
            transient: error['transient'] === true,
          },
        }
      : {}),
  }
}

const statuses: readonly ExecutionStatus[] = ['success', 'partial', 'failed', 'timeout', 'aborted']
const feedbacks: readonly UserFeedback[] = ['pending', ...verdicts]

function readEvaluation(fields: Fields): Evaluation | string {
  const missing = missingOf(fields, ['evaluator_agent', 'evaluated_agent', 'execution_id'])
  if (missing !== undefined) return missing
  const scores = isRecord(fields['scores']) ? fields['scores'] : {}
  const [completion, quality, efficiency] = ['task_completion', 'output_quality', 'efficiency'].map((name) =>
    number(scores[name]),
  )
  if (completion === undefined || quality === undefined || efficiency === undefined) return 'a score is missing'
  return {
    // Datacore's own have none.
    id: text(fields['id']),
    evaluator_agent: text(fields['evaluator_agent']),
    evaluated_agent: text(fields['evaluated_agent']),
    execution_id: text(fields['execution_id']),
    timestamp: text(fields['timestamp']),
    scores: { task_completion: share(completion), output_quality: share(quality), efficiency: share(efficiency) },
    tags: texts(fields['tags']),
    ...pickTexts(fields, ['notes']),
  }
}

function readFeedback(fields: Fields): FeedbackEvent | string {
  const missing = missingOf(fields, ['id', 'execution_id', 'agent_id'])
  if (missing !== undefined) return missing
  const verdict = verdicts.find((known) => known === fields['verdict'])
  if (verdict === undefined) return `its verdict is ${JSON.stringify(fields['verdict'] ?? null)}`
  return {
    id: text(fields['id']),
    execution_id: text(fields['execution_id']),
    agent_id: text(fields['agent_id']),
    verdict,
    timestamp: text(fields['timestamp']),
    ...pickTexts(fields, ['note']),
  }
}

function readReasoningPath(fields: Fields): LoggedReasoningPath | string {
  const missing = missingOf(fields, ['execution_id'])
  if (missing !== undefined) return missing
  return {
    execution_id: text(fields['execution_id']),
    hops: maps(fields['hops']).map(readHop),
    final_context: texts(fields['final_context']),
  }
}

function readHop(fields: Fields): LoggedHop {
  const { results, followed_links: followed } = fields
  return {
    hop: number(fields['hop']) ?? 0,
    ...pickTexts(fields, ['query', 'source']),
    ...(results === undefined ? {} : { results: texts(results) }),
    ...(followed === undefined ? {} : { followed_links: texts(followed) }),
  }
}

function readMemory(fields: Fields): LoggedMemory | string {
  const missing = missingOf(fields, ['id', 'summary'])
  if (missing !== undefined) return missing
  return {
    id: text(fields['id']),
    source_execution: text(fields['source_execution']),
    agent_id: text(fields['agent_id']),
    timestamp: text(fields['timestamp']),
    summary: text(fields['summary']),
    insights: texts(fields['insights']),
    tags: texts(fields['tags']),
    outputs: texts(fields['outputs']),
  }
}

function missingOf(fields: Fields, names: readonly string[]): string | undefined {
  const missing = names.find((name) => text(fields[name]) === '')
  return missing === undefined ? undefined : `it has no ${missing}`
}

/** Ids and versions that nobody quoted are numbers. */
function text(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

function share(score: number): number {
  return Math.min(100, Math.max(0, score))
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(text).filter((item) => item !== '') : []
}

function maps(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function pickTexts<Name extends string>(fields: Fields, names: readonly Name[]) {
  const picked: { [Key in Name]?: string | undefined } = {}
  for (const name of names) {
    const value = text(fields[name])
    if (value !== '') picked[name] = value
  }
  return picked
}

function pickNumbers<Name extends string>(fields: Fields, names: readonly Name[]) {
  const picked: { [Key in Name]?: number | undefined } = {}
  for (const name of names) {
    const value = number(fields[name])
    if (value !== undefined && value >= 0) picked[name] = value
  }
  return picked
}
