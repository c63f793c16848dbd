import { mindOf } from '@datacortex/cognition'
import { type Finding, warningFinding } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import type { HookPayloads, HookPoint, Runner, RunnerTask } from '@datacortex/plugin'
import { moduleChecks } from '../checks/module-checks.ts'
import { writeBounds } from '../checks/write-bounds.ts'
import { qualityGate } from '../hooks/quality-gate.ts'
import type { ExecutionStatus } from '../log/execution-record.ts'
import { openRunner, withReportedEnd } from '../runners/open-runner.ts'
import { cutLine } from './answer/cut-line.ts'
import { finishRun } from './finish-run.ts'
import { notLogged } from './log-run.ts'
import type { BegunRun } from './marker/run-marker.ts'
import { noteSpawned } from './marker/spawned-agents.ts'
import type { RunPlan } from './plan-run.ts'
import { type PreparedRun, prepareRun } from './prepare-run.ts'
import type { AgentRun, RunAgentOptions } from './run-agent-options.ts'
import { type RunAttemptsOptions, runAttempts } from './run-attempts.ts'
import { reportedLeftOut } from './reported-left-out.ts'
import { watchSpace } from './watch/watch-space.ts'
import { type EmitHookOptions, emitHook } from '@datacortex/modules'
import type { RegisteredAgent } from '@datacortex/registry'
import { writesIn } from '../context/place-names.ts'
import { taskTags } from '../context/when-holds.ts'
import { isConfined } from '../context/privacy-filter.ts'
import type { LoadedContext } from '../context/load-context.ts'

/** A run that nobody else has the id of. */
export type ExecuteRunOptions = {
  readonly id: string
  readonly plan: RunPlan
  readonly options: RunAgentOptions
  readonly startedAt: Date
  /** To be called before the runner is asked: from then on the run is remembered, whatever becomes of this process. */
  readonly begin: (begun: BegunRun) => Promise<void>
  readonly findings: readonly Finding[]
}

/** Gives an agent its context, lets the runner execute it, and keeps what came of it. */
export async function executeRun(
  paths: SpacePaths,
  run: ExecuteRunOptions,
): Promise<Omit<AgentRun, 'status'> & { readonly status: ExecutionStatus }> {
  const { id, plan, options, startedAt } = run
  const { agent, chosen, skill, hooked, settings } = plan
  const { catalogue, signal, now = Date.now, onProgress, log, userDirectory, conditions } = options
  const prepared = await prepareRun(paths, run)
  const { context, secrets, whyHidden, shownTask: task, searches } = prepared
  const findings: Finding[] = [...run.findings, ...plan.findings, ...prepared.findings]
  const opened = await openRunner(chosen, { paths, settings, whyHidden, log, userDirectory, conditions, now, signal })
  await using runner = withReportedEnd(opened, { name: chosen.name, tell: (finding) => findings.push(finding) })
  const begun: BegunRun = {
    agent_id: agent.id,
    timestamp: startedAt.toISOString(),
    task: cutLine(task, 200),
    task_id: options.taskId,
    called_by: options.calledBy ?? options.client ?? 'user',
    client: options.calledBy === undefined ? undefined : options.client,
    runner: chosen.name,
    skill,
  }
  await run.begin(begun)
  const hookFacts = { execution_id: id, agent_id: agent.id, task }
  // Without the signal: what was done is reported also if the caller has given up.
  const hooks = { paths, modules: catalogue.modules.modules, log, userDirectory, conditions, now }
  findings.push(...(await emitRunHook('pre_run', { ...hookFacts, context_tokens: context.tokens }, hooks)))
  const { attempts, durationMs, changes } = await watchedAttempts(paths, {
    ...run,
    prepared,
    runner,
    onFailure: async ({ code, message, transient }, attempt) => {
      const failed = { ...hookFacts, code, message: secrets.concealCut(message).text, transient, attempt }
      findings.push(...(await emitRunHook('run_error', failed, hooks)))
    },
  })
  const finished = await finishRun(paths, {
    id,
    agent,
    begun,
    task,
    // An answer that repeats the task has lost its secrets, too.
    context: { ...context, prompt: secrets.conceal(context.prompt).text },
    attempts,
    secrets: prepared.secretNames,
    startedAt,
    durationMs,
    changes,
    whyHidden,
    path: searches?.path(id, {
      given: context.parts.filter(({ kind }) => kind === 'search' || kind === 'memory').map(({ origin }) => origin),
      conceal: (query) => secrets.conceal(query).text,
    }),
    knowledgeLocations: catalogue.registry.knowledgeLocations,
    space: options.space,
    tags: [...taskTags(options).flatMap((tag) => tag.split(':')), ...(skill === undefined ? [] : [skill])],
    remember: options.remember ?? {},
    extra: [...qualityGate(hooked.quality), ...moduleChecks(paths, { ...hooks, execution_id: id, task })],
    minFileSize: hooked.minFileSize,
    now: new Date(now()),
  })
  const { status, outputs } = finished
  if (options.parent !== undefined)
    await noteSpawned(paths, options.parent, { agent_id: agent.id, execution_id: id, status })
  if (!finished.findings.some(({ code }) => code === notLogged)) onProgress?.({ type: 'logged', executionId: id })
  const ended = { ...hookFacts, status, duration_ms: durationMs, outputs: outputs.map(({ path }) => path) }
  findings.push(...finished.findings, ...(await emitRunHook('post_run', ended, hooks)))
  return { ...finished, left_out: reportedLeftOut(context.left_out), findings }
}

/** What came of the attempts, how long they took, and what was seen to change meanwhile. */
async function watchedAttempts(
  paths: SpacePaths,
  {
    id,
    plan,
    options,
    prepared: { context, secrets, whyHidden },
    runner,
    onFailure,
  }: ExecuteRunOptions & {
    readonly prepared: PreparedRun
    readonly runner: Runner
    readonly onFailure: RunAttemptsOptions['onFailure']
  },
) {
  const { agent, chain, chosen, hooked } = plan
  const { task, signal, onProgress, random = Math.random, elapsed = () => performance.now() } = options
  const locations = options.catalogue.registry.knowledgeLocations
  const writes = await writesIn(paths, agent.entry.writes, { space: options.space, locations })
  const mayWrite = writeBounds(writes, locations)
  const changesSince = await watchSpace(paths, { id, callers: chain.slice(0, -1), chosen, whyHidden, mayWrite })
  const beganAt = elapsed()
  const { hasIdentity, identity } = await mindOf(paths, agent.id)
  const sender = hasIdentity ? identity.uid : undefined
  const attempts = await runAttempts(
    runner,
    handOver(agent, { context, task, paths, run: { id, chain, client: options.client, sender } }),
    {
      ...chosen,
      patterns: hooked.errorPatterns,
      signal,
      onProgress,
      conceal: () => secrets.stream(),
      random,
      onFailure,
    },
  )
  // A clock that goes back is no reason for a negative time.
  return { attempts, durationMs: Math.max(0, Math.round(elapsed() - beganAt)), changes: await changesSince() }
}

/** Tells the modules that subscribe. A hook that fails is a finding and stops nothing. */
async function emitRunHook<Point extends Extract<HookPoint, 'pre_run' | 'post_run' | 'run_error'>>(
  point: Point,
  payload: HookPayloads[Point],
  options: EmitHookOptions & { readonly paths: SpacePaths },
): Promise<readonly Finding[]> {
  const reports = await emitHook(point, payload, options)
  return reports
    .filter(({ ok }) => !ok)
    .map(({ module, error }) =>
      warningFinding('EXECUTION_HOOK_FAILED', module, {
        message: `The hook ${point} of the module ${module} failed: ${error?.message ?? 'for a reason it did not say'}`,
        hint: error?.hint,
      }),
    )
}

// Who it is, its prompt, its components and what is pinned, in this order.
const standsFirst: ReadonlySet<string> = new Set(['identity', 'prompt', 'component', 'pinned'])

/** What a runner is handed: the context as one text, and the same in the two parts that a chat has. */
export function handOver(
  agent: RegisteredAgent,
  { context, task, paths, run }: { context: LoadedContext; task: string; paths: SpacePaths; run: RunnerTask['run'] },
): RunnerTask {
  const { id, entry } = agent
  const { prompt } = context
  const first = context.parts.filter(({ kind }) => standsFirst.has(kind))
  const own = first.map(({ text }) => text).join('\n\n')
  // A template may put the prompt elsewhere, or what was found stand in it: then the whole is one request, so that no text
  // of others speaks for the agent.
  const isFirst = own !== '' && prompt.startsWith(`${own}\n`)
  return {
    agent: { id, name: entry.name, prompt: isFirst ? own : '', ...toolsIn(agent) },
    task,
    request: isFirst ? prompt.slice(own.length).trim() : prompt,
    prompt,
    directory: paths.root,
    run,
  }
}

/** What it may use, of one that another agent made. */
function toolsIn(agent: RegisteredAgent): { readonly tools?: readonly string[] } {
  const tools: unknown = agent.entry.runtime?.['tools']
  return isConfined(agent) && Array.isArray(tools) ? { tools: tools.map(String) } : {}
}
