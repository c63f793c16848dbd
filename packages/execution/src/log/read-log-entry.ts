import { isRecord, recordOf } from '@datacortex/platform'
import type { Execution, ExecutionStatus, UserFeedback } from './execution-record.ts'
import {
  type Evaluation,
  type FeedbackEvent,
  type LogEntries,
  type LoggedHop,
  type LogList,
  verdicts,
} from './log-entries.ts'

/** Reads an entry of a list as leniently as it can be understood: other programs and people write into the log too. */
export function readLogEntry<List extends LogList>(list: List, value: unknown): LogEntries[List][number] | string {
  if (!isRecord(value)) return 'it is no map'
  const missing = required[list].find((name) => text(value[name]) === '')
  if (missing !== undefined) return `it has no ${missing}`
  const reader: (fields: Fields) => LogEntries[List][number] | string = readers[list]
  return reader(value)
}

type Fields = Readonly<Record<string, unknown>>

const required: Readonly<Record<LogList, readonly string[]>> = {
  executions: ['id', 'agent_id', 'timestamp'],
  evaluations: ['evaluator_agent', 'evaluated_agent', 'execution_id'],
  feedback: ['id', 'execution_id', 'agent_id'],
  reasoning_paths: ['execution_id'],
  session_memories: ['id', 'summary'],
}

const readers: { readonly [List in LogList]: (fields: Fields) => LogEntries[List][number] | string } = {
  executions: readExecution,
  evaluations: readEvaluation,
  feedback: readFeedback,
  reasoning_paths: (fields) => ({
    ...textsIn(fields, ['execution_id']),
    hops: maps(fields['hops']).map(readHop),
    final_context: texts(fields['final_context']),
  }),
  session_memories: (fields) => ({
    ...textsIn(fields, ['id', 'source_execution', 'agent_id', 'timestamp', 'summary']),
    insights: texts(fields['insights']),
    tags: texts(fields['tags']),
    outputs: texts(fields['outputs']),
  }),
}

function readExecution(fields: Fields): Execution | string {
  const status = statuses.find((known) => known === fields['status'])
  if (status === undefined) return `its status is ${JSON.stringify(fields['status'] ?? null)}`
  const quality = recordOf(fields['quality'])
  const { error } = fields
  return {
    ...textsIn(fields, ['id', 'agent_id', 'timestamp']),
    ...pick(
      fields,
      ['task_id', 'task', 'called_by', 'client', 'skill', 'agent_version', 'agent_hash', 'runner'],
      textOrNone,
    ),
    ...(fields['component_hashes'] === undefined ? {} : { component_hashes: texts(fields['component_hashes']) }),
    duration_ms: Math.max(0, number(fields['duration_ms']) ?? 0),
    ...pick(fields, ['tokens_in', 'tokens_out', 'cost_usd', 'attempts'], positive),
    status,
    outputs: maps(fields['outputs']).map((output) => ({
      ...textsIn(output, ['path', 'type']),
      ...pick(output, ['change'], textOrNone),
    })),
    quality: {
      user_feedback: feedbacks.find((known) => known === quality['user_feedback']) ?? null,
      automated_checks: maps(quality['automated_checks']).map(({ check, passed, detail }) => ({
        check: text(check),
        passed: passed === null ? null : passed === true,
        ...(detail === undefined ? {} : { detail: text(detail) }),
      })),
    },
    spawned_agents: maps(fields['spawned_agents']).map((one) => textsIn(one, ['agent_id', 'execution_id', 'status'])),
    ...(isRecord(error)
      ? { error: { ...textsIn(error, ['code', 'message']), transient: error['transient'] === true } }
      : {}),
  }
}

const statuses: readonly ExecutionStatus[] = ['success', 'partial', 'failed', 'timeout', 'aborted']
const feedbacks: readonly UserFeedback[] = ['pending', ...verdicts]

function readEvaluation(fields: Fields): Evaluation | string {
  const scores = pick(recordOf(fields['scores']), ['task_completion', 'output_quality', 'efficiency'], share)
  const { task_completion: completion, output_quality: quality, efficiency } = scores
  if (completion === undefined || quality === undefined || efficiency === undefined) return 'a score is missing'
  return {
    // Datacore's own have no id.
    ...textsIn(fields, ['id', 'evaluator_agent', 'evaluated_agent', 'execution_id', 'timestamp']),
    scores: { task_completion: completion, output_quality: quality, efficiency },
    tags: texts(fields['tags']),
    ...pick(fields, ['notes'], textOrNone),
  }
}

function readFeedback(fields: Fields): FeedbackEvent | string {
  const verdict = verdicts.find((known) => known === fields['verdict'])
  if (verdict === undefined) return `its verdict is ${JSON.stringify(fields['verdict'] ?? null)}`
  return {
    ...textsIn(fields, ['id', 'execution_id', 'agent_id']),
    verdict,
    ...textsIn(fields, ['timestamp']),
    ...pick(fields, ['note'], textOrNone),
  }
}

function readHop(fields: Fields): LoggedHop {
  const { results, followed_links: followed } = fields
  return {
    hop: number(fields['hop']) ?? 0,
    ...pick(fields, ['query', 'source'], textOrNone),
    ...(results === undefined ? {} : { results: texts(results) }),
    ...(followed === undefined ? {} : { followed_links: texts(followed) }),
  }
}

/** Ids and versions that nobody quoted are numbers. */
function text(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

function textOrNone(value: unknown): string | undefined {
  return text(value) || undefined
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

function positive(value: unknown): number | undefined {
  const read = number(value)
  return read !== undefined && read >= 0 ? read : undefined
}

function share(value: unknown): number | undefined {
  const score = number(value)
  return score === undefined ? undefined : Math.min(100, Math.max(0, score))
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(text).filter((item) => item !== '') : []
}

function maps(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function textsIn<const Name extends string>(
  fields: Fields,
  names: readonly Name[],
): { readonly [Key in Name]: string } {
  const read = {} as { [Key in Name]: string }
  for (const name of names) read[name] = text(fields[name])
  return read
}

function pick<Name extends string, T>(
  fields: Fields,
  names: readonly Name[],
  read: (value: unknown) => T | undefined,
): { readonly [Key in Name]?: T | undefined } {
  const picked: { [Key in Name]?: T | undefined } = {}
  for (const name of names) {
    const value = read(fields[name])
    if (value !== undefined) picked[name] = value
  }
  return picked
}
