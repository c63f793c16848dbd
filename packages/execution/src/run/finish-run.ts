import type { SpacePaths } from '@datacortex/platform'
import type { RunnerResult } from '@datacortex/plugin'
import type { KnowledgeLocations, RegisteredAgent } from '@datacortex/registry'
import type { OutputCheck } from '../checks/output-check.ts'
import { runChecks } from '../checks/run-checks.ts'
import { writeBounds } from '../checks/write-bounds.ts'
import type { SpaceChanges } from '../checks/space-changes.ts'
import { agentHash } from '../context/component-texts.ts'
import type { LoadedContext } from '../context/load-context.ts'
import { keepVersionText, versionText } from '../context/version-texts.ts'
import { writesIn } from '../context/place-names.ts'
import type { Finding } from '@datacortex/errors'
import type { Execution, ExecutionFailure, ExecutionStatus } from '../log/execution-record.ts'
import type { LoggedMemory, LoggedReasoningPath } from '../log/log-entries.ts'
import { countRuns, logRun } from './log-run.ts'
import { answerFiles, namedFiles } from './answer/answer-files.ts'
import { type KeptOutputs, keepOutputs } from './answer/keep-outputs.ts'
import { type RememberRunOptions, rememberRun } from './learn/remember-run.ts'
import type { AgentRun } from './run-agent-options.ts'
import type { Attempts } from './run-attempts.ts'
import type { BegunRun } from './marker/run-marker.ts'
import { forgetDiscovery, readDiscovery } from './marker/run-discovery.ts'
import { forgetSpawned, readSpawned } from './marker/spawned-agents.ts'
import { typedOutputs } from './answer/typed-outputs.ts'
import { answerPath } from './answer/store-answer.ts'
import { withoutSecrets } from './answer/without-secrets.ts'

export type FinishRunOptions = Pick<RememberRunOptions, 'id' | 'task' | 'tags' | 'now'> & {
  readonly agent: RegisteredAgent
  readonly begun: BegunRun
  readonly context: LoadedContext
  readonly attempts: Attempts
  /** Names of the secrets that the runner was given. */
  readonly secrets: readonly string[]
  /** What was seen to change; undefined of a runner that can write nothing, or tells what it writes. */
  readonly changes: SpaceChanges | undefined
  readonly startedAt: Date
  readonly durationMs: number
  readonly path: LoggedReasoningPath | undefined
  /** Why the agent may not be shown a path; undefined if it may. */
  readonly whyHidden: (path: string) => string | undefined
  readonly knowledgeLocations: KnowledgeLocations
  /** That the task is for, as it was asked. */
  readonly space: string | undefined
  readonly remember: RememberRunOptions['memory'] | false
  /** Those of the agent's hooks and of modules. */
  readonly extra: readonly OutputCheck[]
  readonly minFileSize: number | undefined
}

/** Keeps what came of a run, whatever the caller's signal says; what can't be kept is a finding. */
export async function finishRun(
  paths: SpacePaths,
  options: FinishRunOptions,
): Promise<Omit<AgentRun, 'status' | 'left_out'> & { readonly status: ExecutionStatus }> {
  const { id, agent, begun, context, durationMs } = options
  const cleaned = await withoutSecrets(paths, { ...options, names: options.secrets })
  const { attempts, findings: concealed } = cleaned
  const result = attempts.ended === 'answered' ? withNamedFiles(attempts.result, paths) : undefined
  const text = result?.text ?? attempts.partialText
  const kept = await keepOutputs(paths, { id, text, result, changes: options.changes })
  const outputs = await typedOutputs(paths, [...kept.outputs, ...kept.seen], options.knowledgeLocations)
  const status = statusOf(attempts, kept)
  const places = { space: options.space, locations: options.knowledgeLocations }
  const writes = await writesIn(paths, agent.entry.writes, places)
  const answer = answerPath(id)
  const named = kept.outputs.filter(({ path }) => path !== answer)
  const mayWrite = writeBounds(writes, options.knowledgeLocations)
  const files = await answerFiles(named, { ...options, ...cleaned, root: paths.root, mayWrite })
  const checks = await runChecks(paths, {
    ...options,
    agent: { id: agent.id, writes },
    answer,
    outputs: kept.outputs,
  })
  const spawned = await readSpawned(paths, id)
  const discovery = await readDiscovery(paths, id)
  await forgetDiscovery(paths, id)
  const remembered = await memoryOf(paths, {
    ...options,
    result,
    status,
    outputs: outputs.filter(({ type }) => type !== 'deleted-during-run'),
  })
  const prompt = context.parts.find(({ kind }) => kind === 'prompt')?.text ?? ''
  const components = context.parts.filter(({ kind }) => kind === 'component').map(({ text: one }) => one)
  const used = { tokens_in: result?.tokens_in, tokens_out: result?.tokens_out, cost_usd: result?.cost_usd }
  const failure = 'failure' in attempts ? shortened(attempts.failure) : undefined
  const execution: Execution = {
    id,
    ...begun,
    duration_ms: durationMs,
    ...used,
    status,
    outputs,
    quality: { user_feedback: null, automated_checks: checks },
    spawned_agents: spawned.agents,
    agent_version: agent.entry.version,
    agent_hash: agentHash(agent, {
      prompt,
      components: context.component_hashes ?? [],
    }),
    component_hashes: context.component_hashes,
    error: failure,
    attempts: attempts.attempts,
  }
  const unlogged = await logRun(paths, {
    execution,
    others: {
      reasoning_paths: options.path === undefined ? [] : [options.path],
      session_memories: remembered.logged === undefined ? [] : [remembered.logged],
    },
  })
  if (execution.agent_hash !== undefined)
    await keepVersionText(paths, execution.agent_hash, versionText(agent, { prompt, components }))
  const isLogged = unlogged.length === 0
  if (isLogged) await forgetSpawned(paths, id)
  const counted = isLogged ? await countRuns(paths, [agent.id]) : []
  return {
    execution_id: id,
    agent: agent.id,
    runner: begun.runner ?? '',
    status: isLogged || status !== 'success' ? status : 'partial',
    outputs,
    ...(files.length === 0 ? {} : { files }),
    duration_ms: durationMs,
    checks,
    text,
    ...(discovery === undefined ? {} : { discovery }),
    attempts: attempts.attempts,
    ...used,
    error: failure === undefined ? undefined : { ...failure, hint: 'hint' in attempts ? attempts.hint : undefined },
    memory_id: remembered.logged?.id,
    undo: options.changes?.undo,
    findings: [
      ...concealed,
      ...kept.findings,
      ...remarksOf(id, result),
      ...spawned.findings,
      ...remembered.findings,
      ...unlogged,
      ...counted,
    ],
  }
}

function withNamedFiles(result: RunnerResult, { root }: SpacePaths): RunnerResult {
  const { outputs = [], text } = result
  const isNew = ({ path }: { path: string }): boolean => !outputs.some((output) => output.path === path)
  return { ...result, outputs: [...outputs, ...namedFiles(text, root).filter(isNew)] }
}

/** An answer without a word and without a file, or that nobody can look up, is not what was asked for. */
function statusOf(attempts: Attempts, { outputs, seen, isKept }: KeptOutputs): ExecutionStatus {
  if (attempts.ended !== 'answered') return attempts.ended
  return outputs.length + seen.length === 0 || !isKept ? 'partial' : (attempts.result.status ?? 'success')
}

const mostMessageCharacters = 10_000

function shortened(failure: ExecutionFailure): ExecutionFailure {
  const { message } = failure
  if (message.length <= mostMessageCharacters) return failure
  return { ...failure, message: `${message.slice(0, mostMessageCharacters).toWellFormed()} …` }
}

function remarksOf(id: string, result: RunnerResult | undefined): readonly Finding[] {
  return (result?.remarks ?? []).map((message) => ({
    code: 'EXECUTION_RUNNER_REMARK',
    severity: result?.status === 'partial' ? 'warning' : 'info',
    subject: id,
    message,
  }))
}

async function memoryOf(
  paths: SpacePaths,
  options: FinishRunOptions & {
    readonly result: RunnerResult | undefined
    readonly status: ExecutionStatus
    readonly outputs: KeptOutputs['outputs']
  },
): Promise<{ readonly logged?: LoggedMemory | undefined; readonly findings: readonly Finding[] }> {
  const { id, agent, task, result, status, context, outputs, tags, now, remember } = options
  // What failed or was cut off is no experience to rely on.
  if (remember === false || status !== 'success' || result === undefined) return { findings: [] }
  return await rememberRun(paths, {
    id,
    agentId: agent.id,
    task,
    result,
    prompt: context.prompt,
    outputs: outputs.map(({ path }) => path),
    tags: [...new Set(tags)],
    now,
    memory: remember,
  })
}
