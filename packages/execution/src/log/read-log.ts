import type { SpacePaths } from '@datacortex/platform'
import { type Finding, warningFinding } from '@datacortex/errors'
import { clockFindings } from './clock-findings.ts'
import type { Execution } from './execution-record.ts'
import type { LogEntries, Verdict } from './log-entries.ts'
import { logParts } from './log-parts.ts'
import type { LogPart } from './parse-log-part.ts'

export type ReadLogOptions = {
  readonly agent?: string | undefined
  /** The id that an agent has now, since the log keeps the one that it had; every id is its own if absent. */
  readonly currentId?: ((id: string) => string) | undefined
  readonly since?: Date | undefined
  readonly id?: string | undefined
  readonly shows?: ((execution: Execution) => boolean) | undefined
  /** At most so many executions, the newest; parts that are not needed for them are not read. */
  readonly limit?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Entries of the log, each list with the newest first, and what in the log needs a person. */
export type LogView = LogEntries & { readonly findings: readonly Finding[] }

/**
 * Reads the execution log from its newest entry backwards.
 *
 * A person's latest verdict is the execution's `quality.user_feedback`. Never fails because of what stands in the log:
 * what can't be read is a finding, and the rest is there.
 * @example (await readLog(paths, { agent: 'writer', limit: 10 })).executions[0]?.status
 */
export async function readLog(paths: SpacePaths, options: ReadLogOptions = {}): Promise<LogView> {
  return await viewOf(logParts(paths, { signal: options.signal }), options)
}

/** The entries of some parts as {@link readLog} gives them. `parts`: the newest first. */
export async function viewOf(parts: AsyncIterable<LogPart>, options: ReadLogOptions = {}): Promise<LogView> {
  const lists = { executions: [], evaluations: [], feedback: [], reasoning_paths: [], session_memories: [] }
  const view: MutableView = { ...lists, findings: [] }
  const state: ReadState = { ids: new Set(), verdicts: new Map(), twice: [], ordered: [] }
  for await (const part of parts) {
    addPart(view, { part, state, options })
    if (isEnough(view, options)) break
  }
  const twice = state.twice.length === 0 ? [] : [idTwice(state.twice)]
  return { ...view, findings: [...view.findings, ...twice, ...clockFindings(state.ordered)] }
}

type MutableView = { -readonly [Name in keyof LogView]: LogView[Name][number][] }

type ReadState = {
  readonly ids: Set<string>
  readonly verdicts: Map<string, Verdict>
  readonly twice: string[]
  /** All executions that were seen, newest first. */
  readonly ordered: Execution[]
}

function isEnough(view: MutableView, { id, limit }: ReadLogOptions): boolean {
  return (id !== undefined && view.executions.length > 0) || (limit !== undefined && view.executions.length >= limit)
}

function addPart(
  view: MutableView,
  { part, state, options }: { part: LogPart; state: ReadState; options: ReadLogOptions },
): void {
  const { agent, currentId = (same) => same, since, id, shows = () => true, limit = Infinity } = options
  const isOf = (agentId: string, executionId: string): boolean =>
    (agent === undefined || currentId(agentId) === currentId(agent)) && (id === undefined || executionId === id)
  const isSince = (timestamp: string): boolean => since === undefined || Date.parse(timestamp) >= since.getTime()

  for (const finding of part.findings) view.findings.push(finding)
  for (const event of part.feedback.toReversed()) {
    if (!state.verdicts.has(event.execution_id)) state.verdicts.set(event.execution_id, event.verdict)
    if (isOf(event.agent_id, event.execution_id) && isSince(event.timestamp)) view.feedback.push(event)
  }
  for (const execution of part.executions.toReversed()) {
    if (state.ids.has(execution.id)) {
      state.twice.push(execution.id)
      continue
    }
    state.ids.add(execution.id)
    state.ordered.push(execution)
    const isWanted = isOf(execution.agent_id, execution.id) && isSince(execution.timestamp) && shows(execution)
    if (view.executions.length >= limit || !isWanted) continue
    view.executions.push(withVerdict(execution, state.verdicts.get(execution.id)))
  }
  for (const evaluation of part.evaluations.toReversed())
    if (isOf(evaluation.evaluated_agent, evaluation.execution_id) && isSince(evaluation.timestamp))
      view.evaluations.push(evaluation)
  for (const memory of part.session_memories.toReversed())
    if (isOf(memory.agent_id, memory.source_execution) && isSince(memory.timestamp)) view.session_memories.push(memory)
  const filtered = agent !== undefined || since !== undefined || id !== undefined || limit !== Infinity
  const shown = filtered ? new Set(view.executions.map((execution) => execution.id)) : undefined
  for (const path of part.reasoning_paths.toReversed())
    if (shown === undefined || shown.has(path.execution_id)) view.reasoning_paths.push(path)
}

function withVerdict(execution: Execution, verdict: Verdict | undefined): Execution {
  if (verdict === undefined) return execution
  return { ...execution, quality: { ...execution.quality, user_feedback: verdict } }
}

function idTwice(ids: readonly string[]): Finding {
  const named = ids.slice(0, 5).map((id) => JSON.stringify(id))
  return warningFinding('EXECUTION_LOG_ID_TWICE', ids[0] ?? '', {
    message: `The execution log has ${ids.length === 1 ? 'an execution' : `${ids.length} executions`} with an id that a newer one has: ${named.join(', ')}. Only the newest of each counts.`,
    hint: 'This program never writes an id twice; delete or rename the copies.',
  })
}
