import { CodedError } from '@datacortex/errors'
import type { RememberOptions } from '@datacortex/memory'
import type { SpacePaths } from '@datacortex/platform'
import { relativeParts } from '@datacortex/platform'
import type { RunnerResult } from '@datacortex/plugin'
import type { KnowledgeLocations, RegisteredAgent } from '@datacortex/registry'
import type { OutputCheck } from '../checks/output-check.ts'
import { runChecks } from '../checks/run-checks.ts'
import type { SpaceChanges } from '../checks/space-changes.ts'
import { seenOutputs } from '../checks/space-changes.ts'
import type { LoadedContext } from '../context/load-context.ts'
import type { Finding } from '@datacortex/errors'
import { appendToLog } from '../log/append-to-log.ts'
import type { Execution, ExecutionFailure, ExecutionOutput, ExecutionStatus } from '../log/execution-record.ts'
import type { LoggedMemory, LoggedReasoningPath } from '../log/log-entries.ts'
import { updatePerformance } from '../performance/update-performance.ts'
import { agentHash } from './agent-hash.ts'
import { binaryAnswer, isBinary } from './readable-answer.ts'
import { rememberRun } from './remember-run.ts'
import type { AgentRun } from './run-agent-options.ts'
import type { Attempts } from './run-attempts.ts'
import type { BegunRun } from './run-marker.ts'
import { forgetSpawned, readSpawned } from './spawned-agents.ts'
import { storeAnswer } from './store-answer.ts'
import { mostListBytes, withinBytes } from './within-bytes.ts'
import { withoutSecrets } from './without-secrets.ts'

/** A run that ended, and what it had. */
export type FinishRunOptions = {
  readonly id: string
  readonly agent: RegisteredAgent
  readonly begun: BegunRun
  readonly task: string
  readonly context: LoadedContext
  readonly attempts: Attempts
  /** Names of the secrets that the runner was given. */
  readonly secrets: readonly string[]
  /** What was seen to change; undefined of a runner that can write nothing, or tells what it writes. */
  readonly changes: SpaceChanges | undefined
  readonly startedAt: Date
  readonly durationMs: number
  readonly path: LoggedReasoningPath | undefined
  readonly knowledgeLocations: KnowledgeLocations
  readonly skills: readonly string[]
  readonly remember: RememberOptions | false
  /** Those of the agent's hooks and of modules. */
  readonly extraChecks: readonly OutputCheck[]
  /** As for `runChecks`. */
  readonly minFileSize: number | undefined
  readonly now: Date
}

/**
 * Keeps what came of a run: the answer, checks, a memory, and all of it in the log, whatever the caller's signal says:
 * what was done is not undone by giving up.
 *
 * @param paths - Of the space.
 * @param options - The run.
 * @throws {@link FileUnwritableError} {@link LockTimeoutError} {@link ExecutionLogUnreadableError}
 */
export async function finishRun(
  paths: SpacePaths,
  options: FinishRunOptions,
): Promise<Omit<AgentRun, 'status' | 'left_out'> & { readonly status: ExecutionStatus }> {
  const { id, agent, begun, context, durationMs } = options
  const { attempts, findings: concealed } = await withoutSecrets(paths, { ...options, names: options.secrets })
  const result = attempts.ended === 'answered' ? attempts.result : undefined
  const text = result?.text ?? attempts.partialText
  const kept = await keptOutputs(paths, { id, text, result, changes: options.changes })
  const outputs = [...kept.outputs, ...kept.seen]
  const status = statusOf(attempts, outputs)
  const checks = await checked(paths, { ...options, outputs: kept.outputs })
  const spawned = await readSpawned(paths, id)
  const remembered = await memoryOf(paths, { ...options, result, status, outputs: kept.outputs })
  const failure = 'failure' in attempts ? shortened(attempts.failure) : undefined
  const execution: Execution = {
    id,
    ...begun,
    duration_ms: durationMs,
    tokens_in: result?.tokens_in,
    tokens_out: result?.tokens_out,
    status,
    outputs,
    quality: { user_feedback: null, automated_checks: checks },
    spawned_agents: spawned.agents,
    agent_version: agent.entry.version,
    agent_hash: agentHash(agent.entry, context.parts.find(({ kind }) => kind === 'prompt')?.text ?? ''),
    error: failure,
    attempts: attempts.attempts,
  }
  await appendToLog(paths, {
    executions: [execution],
    reasoning_paths: options.path === undefined ? [] : [options.path],
    session_memories: remembered.logged === undefined ? [] : [remembered.logged],
  })
  await forgetSpawned(paths, id)
  const counted = await countRun(paths, agent.id)
  return {
    execution_id: id,
    agent: agent.id,
    runner: begun.runner ?? '',
    status,
    outputs,
    duration_ms: durationMs,
    checks,
    text,
    attempts: attempts.attempts,
    tokens_in: result?.tokens_in,
    tokens_out: result?.tokens_out,
    error: failure === undefined ? undefined : { ...failure, hint: 'hint' in attempts ? attempts.hint : undefined },
    memory_id: remembered.logged?.id,
    findings: [
      ...concealed,
      ...kept.findings,
      ...remarksOf(id, result),
      ...spawned.findings,
      ...remembered.findings,
      ...counted,
    ],
  }
}

/** An answer without a word and without a file is not what was asked for, whatever the runner says. */
function statusOf(attempts: Attempts, outputs: readonly ExecutionOutput[]): ExecutionStatus {
  if (attempts.ended !== 'answered') return attempts.ended
  return outputs.length === 0 ? 'partial' : (attempts.result.status ?? 'success')
}

type Kept = {
  /** What the runner declared, and its answer. */
  readonly outputs: readonly ExecutionOutput[]
  /** What else was seen to change. */
  readonly seen: readonly ExecutionOutput[]
  readonly findings: readonly Finding[]
}

async function keptOutputs(
  paths: SpacePaths,
  {
    id,
    text,
    result,
    changes = { files: [] },
  }: {
    readonly id: string
    readonly text: string
    readonly result: RunnerResult | undefined
    readonly changes: Pick<SpaceChanges, 'files'> | undefined
  },
): Promise<Kept> {
  const findings: Finding[] = []
  const named = result?.outputs ?? []
  const listed = withinBytes(named, mostListBytes)
  if (listed.length < named.length) findings.push(outputsCut(id, named.length - listed.length))
  const outputs: ExecutionOutput[] = []
  for (const { path, type = 'file' } of listed) {
    const refusal = refusalOf(path)
    if (refusal === undefined) outputs.push({ path: relativeParts(path).join('/'), type })
    else findings.push({ code: 'EXECUTION_OUTPUT_REFUSED', severity: 'warning', subject: id, message: refusal })
  }
  const declared = new Set(outputs.map(({ path }) => path))
  const changed = seenOutputs(changes).filter(({ path }) => !declared.has(path))
  const seen = withinBytes(changed, mostListBytes)
  if (seen.length < changed.length) findings.push(changesCut(id, changed.length - seen.length))
  const isWhole = result !== undefined && result.status !== 'partial'
  if (text.trim() !== '') outputs.push(await storeAnswer(paths, { id, text, isWhole }))
  else if (result !== undefined && outputs.length + seen.length === 0) findings.push(emptyAnswer(id))
  if (result !== undefined && isBinary(text)) findings.push(binaryAnswer(id))
  return { outputs, seen, findings }
}

const mostMessageCharacters = 10_000

function shortened(failure: ExecutionFailure): ExecutionFailure {
  const { message } = failure
  if (message.length <= mostMessageCharacters) return failure
  return { ...failure, message: `${message.slice(0, mostMessageCharacters).toWellFormed()} …` }
}

function outputsCut(id: string, left: number): Finding {
  return {
    code: 'EXECUTION_RECORD_CUT',
    severity: 'warning',
    subject: id,
    message: `The last ${left} outputs that ${id} named are neither checked nor logged: they are too many.`,
    hint: 'Let the agent name the folder, or one file that lists them.',
  }
}

function changesCut(id: string, left: number): Finding {
  return {
    code: 'EXECUTION_RECORD_CUT',
    severity: 'warning',
    subject: id,
    message: `The last ${left} files that changed during ${id} are not in its entry: they are too many.`,
  }
}

function refusalOf(path: string): string | undefined {
  try {
    relativeParts(path)
    return undefined
  } catch (error) {
    if (!CodedError.is(error)) throw error
    return `An output that the runner named is left out. ${error.message}`
  }
}

function emptyAnswer(id: string): Finding {
  return {
    code: 'EXECUTION_ANSWER_EMPTY',
    severity: 'warning',
    subject: id,
    message: `The answer of ${id} is empty, and no file was written.`,
    hint: 'Run it again, or try the runner by hand.',
  }
}

function remarksOf(id: string, result: RunnerResult | undefined): readonly Finding[] {
  return (result?.remarks ?? []).map((message) => ({
    code: 'EXECUTION_RUNNER_REMARK',
    severity: result?.status === 'partial' ? 'warning' : 'info',
    subject: id,
    message,
  }))
}

async function checked(
  paths: SpacePaths,
  options: FinishRunOptions & { readonly outputs: Kept['outputs'] },
): Promise<Execution['quality']['automated_checks']> {
  const { id, agent, outputs, changes, startedAt, minFileSize, knowledgeLocations, extraChecks: extra } = options
  // The answer is kept by this program, not written by the agent.
  const writes = [...(agent.entry.writes ?? ['**']), `.datacore/state/outputs/${id}.md`]
  const checkedAgent = { id: agent.id, writes }
  return await runChecks(paths, {
    agent: checkedAgent,
    outputs,
    changes,
    startedAt,
    minFileSize,
    knowledgeLocations,
    extra,
  })
}

async function memoryOf(
  paths: SpacePaths,
  options: FinishRunOptions & {
    readonly result: RunnerResult | undefined
    readonly status: ExecutionStatus
    readonly outputs: Kept['outputs']
  },
): Promise<{ readonly logged?: LoggedMemory | undefined; readonly findings: readonly Finding[] }> {
  const { id, agent, task, result, status, context, outputs, skills, now, remember } = options
  // What failed or was cut off is no experience to rely on.
  if (remember === false || status !== 'success' || result === undefined) return { findings: [] }
  return await rememberRun(paths, {
    id,
    agentId: agent.id,
    task,
    result,
    prompt: context.prompt,
    outputs: outputs.map(({ path }) => path),
    tags: skills,
    now,
    memory: remember,
  })
}

/** The figures can be computed from the log at any time; the run is safe without them. */
async function countRun(paths: SpacePaths, agentId: string): Promise<readonly Finding[]> {
  try {
    return (await updatePerformance(paths, { agentIds: [agentId] })).findings
  } catch (error) {
    if (!CodedError.is(error)) throw error
    return [
      {
        code: 'EXECUTION_PERFORMANCE_NOT_UPDATED',
        severity: 'warning',
        subject: agentId,
        message: `The performance of ${agentId} in the registry is not up to date: ${error.message}`,
        hint: error.hint,
      },
    ]
  }
}
