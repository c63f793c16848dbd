import type { SpacePaths } from '@datacortex/platform'
import { moduleChecks } from '../checks/module-checks.ts'
import { qualityGate } from '../hooks/quality-gate.ts'
import { withFormerNames } from '../context/with-former-names.ts'
import { loadContext } from '../context/load-context.ts'
import { privacyScreen } from '../context/privacy-screen.ts'
import { privacyOf } from '../context/privacy.ts'
import { readSecretValues } from '../context/secret-values.ts'
import type { Finding } from '@datacortex/errors'
import { newLogId } from '../log/new-log-id.ts'
import { refuseTakenId } from '../log/taken-ids.ts'
import type { OpenRunner } from '../runners/open-runner.ts'
import { openRunner } from '../runners/open-runner.ts'
import { concealedTask } from './answer/concealed-task.ts'
import { emitRunHook } from './emit-run-hook.ts'
import { finishRun } from './finish-run.ts'
import { notLogged } from './log-run.ts'
import { handOver } from './hand-over.ts'
import { planRun } from './plan-run.ts'
import { recordSearches } from './record-searches.ts'
import { recoverRuns } from './marker/recover-runs.ts'
import { cutLine } from './answer/cut-line.ts'
import type { AgentRun, RunAgentOptions } from './run-agent-options.ts'
import { runAttempts } from './run-attempts.ts'
import { refuseUnkept } from './answer/store-answer.ts'
import { noteSpawned } from './marker/spawned-agents.ts'
import { toldLeftOut } from './told-left-out.ts'
import { watchSpace } from './watch/watch-space.ts'
import { withRunMarker } from './marker/run-marker.ts'

/**
 * Runs an agent on a task: checks that it may be called, loads its context, lets a runner execute it, and logs, checks,
 * counts and remembers what came of it.
 *
 * A runner that fails is a result with status `failed` or `timeout`, which is in the log; what is wrong before anything
 * ran is thrown, and nothing is logged. Runs that an earlier process left unfinished are logged first.
 *
 * @param paths - Of the space.
 * @param options - Catalogue, agent, task, runner, limits, memory, abort signal.
 * @returns How it ended, the answer, outputs, checks, what the agent was not given, and everything that did not go as
 *   it should.
 * @throws {@link RunnerNotConfiguredError} {@link RunnerUnknownError} {@link RunnerUnavailableError}
 * @throws {@link ExecutionIdTakenError} {@link ExecutionIdInvalidError} {@link ExecutionLogUnreadableError}
 *   {@link SkillUnknownError}
 * @throws AgentNotFoundError, AgentRemovedError, AliasDanglingError, AliasCycleError, CallRefusedError,
 *   SpawnRefusedError, DelegateRefusedError, SpawnCycleError, SpawnDepthError, PreconditionMissingError, BudgetTooSmallError, ContextSpaceUnknownError,
 *   SettingsInvalidError, FileUnwritableError, and what the module of the runner is refused for.
 * @throws The reason of the signal when aborted; the run is then in the log as `aborted`.
 * @example const { status, text } = await runAgent(paths, { catalogue, agent: 'writer', task: 'Explain tides.' })
 * @see DIP-0016 §5, §8, §10 and §11
 */
export async function runAgent(paths: SpacePaths, options: RunAgentOptions): Promise<AgentRun> {
  const { catalogue, task, signal, now = Date.now, onProgress, log, userDirectory, conditions } = options
  signal?.throwIfAborted()
  const { registry, modules } = catalogue
  const caller = options.calledBy ?? 'user'
  const { agent, chain, chosen, settings, skill, hooked, findings: planned } = await planRun(paths, options)
  await refuseUnkept(paths)
  const recovered = await recoverRuns(paths, { signal })
  const startedAt = new Date(now())
  const id = options.id ?? newLogId('exec', startedAt)
  const run = await withRunMarker(paths, id, async (begin) => {
    if (options.id !== undefined) await refuseTakenId(paths, id)
    const searches = options.search === undefined ? undefined : recordSearches(options.search)
    const context = await loadContext(paths, {
      registry,
      // As it was asked for: a deprecated name is told.
      agent: options.agent,
      task,
      memory: searches?.port,
      budget: options.budget,
      space: options.space,
      settings,
      signal,
    })
    onProgress?.({
      type: 'context',
      parts: context.parts.length,
      tokens: context.tokens,
      leftOut: context.left_out.length,
    })
    const privacy = privacyOf(withFormerNames(settings.privacy, registry))
    const { path: closed } = privacyScreen(paths, { privacy, agentId: agent.id })
    const secretNames = chosen.kind === 'plugin' ? chosen.secrets : []
    const secrets = await readSecretValues(paths, { names: secretNames })
    const told = concealedTask(task, { id, secrets })
    const findings: Finding[] = [...recovered, ...planned, ...context.findings, ...told.findings]
    const opened = await openRunner(chosen, { paths, closed, log, userDirectory, conditions, now, signal })
    await using runner = withToldEnd(opened, { name: chosen.name, tell: (finding) => findings.push(finding) })
    const begun = {
      agent_id: agent.id,
      timestamp: startedAt.toISOString(),
      task: cutLine(told.task, 200),
      task_id: options.taskId,
      called_by: caller,
      runner: chosen.name,
      skill,
    }
    await begin(begun)
    const hookFacts = { execution_id: id, agent_id: agent.id, task: told.task }
    // Without the signal: what was done is told also if the caller has given up.
    const hooks = { paths, modules: modules.modules, log, userDirectory, conditions, now }
    const { elapsed = () => performance.now() } = options
    findings.push(...(await emitRunHook('pre_run', { ...hookFacts, context_tokens: context.tokens }, hooks)))
    const changesSince = await watchSpace(paths, { id, callers: chain.slice(0, -1), chosen, closed })
    const beganAt = elapsed()
    const attempts = await runAttempts(runner, handOver(agent, { context, task, paths, run: { id, chain } }), {
      ...chosen,
      patterns: hooked.errorPatterns,
      signal,
      onProgress,
      conceal: () => secrets.stream(),
      random: options.random ?? Math.random,
      onFailure: async ({ code, message, transient }, attempt) => {
        const failed = { ...hookFacts, code, message: secrets.concealCut(message).text, transient, attempt }
        findings.push(...(await emitRunHook('run_error', failed, hooks)))
      },
    })
    // A clock that goes back is no reason for a negative time.
    const durationMs = Math.max(0, Math.round(elapsed() - beganAt))
    const run = await finishRun(paths, {
      id,
      agent,
      begun,
      task: told.task,
      // An answer that repeats the task has lost its secrets, too.
      context: { ...context, prompt: secrets.conceal(context.prompt).text },
      attempts,
      secrets: secretNames,
      startedAt,
      durationMs,
      changes: await changesSince(),
      path: searches?.path(id, { given: givenOrigins(context.parts), conceal: (query) => secrets.conceal(query).text }),
      knowledgeLocations: registry.knowledgeLocations,
      skills: skill === undefined ? [] : [skill],
      remember: options.remember ?? {},
      extraChecks: [
        ...qualityGate(hooked.quality),
        ...moduleChecks(paths, { ...hooks, execution_id: id, task: told.task }),
      ],
      minFileSize: hooked.minFileSize,
      now: new Date(now()),
    })
    if (options.parent !== undefined)
      await noteSpawned(paths, options.parent, { agent_id: agent.id, execution_id: id, status: run.status })
    if (!run.findings.some(({ code }) => code === notLogged)) onProgress?.({ type: 'logged', executionId: id })
    const { status, outputs } = run
    const ended = { ...hookFacts, status, duration_ms: durationMs, outputs: outputs.map(({ path }) => path) }
    findings.push(...run.findings, ...(await emitRunHook('post_run', ended, hooks)))
    return { ...run, left_out: toldLeftOut(context.left_out), findings }
  })
  const { status } = run
  if (status === 'aborted') throw signal?.reason
  return { ...run, status }
}

/** A runner that can't be stopped takes nothing from the answer that it gave. */
function withToldEnd(
  runner: OpenRunner,
  { name, tell }: { readonly name: string; readonly tell: (finding: Finding) => void },
): OpenRunner {
  return {
    run: (task, options) => runner.run(task, options),
    [Symbol.asyncDispose]: async () => {
      try {
        await runner[Symbol.asyncDispose]()
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        tell({
          code: 'EXECUTION_RUNNER_NOT_STOPPED',
          severity: 'warning',
          subject: name,
          message: `The runner ${name} could not be stopped: ${cutLine(reason, 200)}`,
          hint: 'What it started may still run; look at the processes of this machine.',
        })
      }
    },
  }
}

/** What searches found and the agent was given. */
function givenOrigins(parts: readonly { readonly kind: string; readonly origin: string }[]): readonly string[] {
  return parts.filter(({ kind }) => kind === 'search' || kind === 'memory').map(({ origin }) => origin)
}
