import type { RunAgentOptions, RunProgress } from '@datacortex/execution'
import type { SpacePaths } from '@datacortex/platform'
import { shellWord } from '@datacortex/platform'
import type { Catalogue } from '@datacortex/registry'
import { bundledPlugins } from '../bundled-plugins.ts'
import type { CommandResult, Context } from '../context.ts'
import { spaceOf } from '../context.ts'
import { TaskEmptyError } from '../errors.ts'
import { interruptedRun } from '../interrupted/interrupted-run.ts'
import { builtinAgents } from '../knowledge/builtin-agents.ts'
import { isCommandAllowed } from '../knowledge/command-allowed.ts'
import { openSpaceMemory } from '../open/memory.ts'
import { count, duration } from '../output/format.ts'
import { leftOutLines } from '../output/left-out-lines.ts'
import { runLines } from '../output/run-lines.ts'
import { stderrLogger } from '../output/stderr-logger.ts'
import { outerCaller } from '../outer-caller.ts'
import { runRefusals } from '../run-refusals.ts'
import { shownLeftOut } from '../shown-left-out.ts'
import { splitList } from '../arguments/split-list.ts'

/** Arguments of `agent run`. */
export type AgentRunOptions = {
  readonly id: string
  readonly task: string
  readonly runner?: string | undefined
  readonly budget?: number | undefined
  readonly space?: string | undefined
  readonly calledBy: string
  /** Ids, each one or more with commas between them. */
  readonly chain?: readonly string[] | undefined
  /** The caller hands the task over for good. */
  readonly delegate?: true | undefined
  readonly taskId?: string | undefined
  readonly executionId?: string | undefined
  readonly skill?: string | undefined
  readonly forget?: true | undefined
  readonly dryRun?: true | undefined
}

/**
 * `datacortex agent run ID TASK`: gives the agent its context, lets a runner execute it, and logs, checks and remembers.
 *
 * @param context - Of the command.
 * @param options - Arguments.
 * @throws {@link TaskEmptyError} if the task has no text.
 * @returns Exit status 1 if the run failed, which is in the log all the same, or could not be kept.
 */
export async function agentRun(context: Context, options: AgentRunOptions): Promise<CommandResult> {
  if (options.task.trim() === '') throw new TaskEmptyError({ command: `agent run ${shellWord(options.id)}` })
  const paths = await spaceOf(context)
  const [{ readCatalogue }, execution] = await Promise.all([
    import('@datacortex/registry'),
    import('@datacortex/execution'),
  ])
  const catalogue = await readCatalogue(paths, { bundledDirectory: bundledPlugins() })
  if (options.dryRun === true) return await planned(paths, { catalogue, context, options })
  if (!(await mayRun(paths, { catalogue, context, options })))
    return { data: { approved: false }, lines: ['not approved; nothing was run'], exitCode: 1 }
  await using memory = await openSpaceMemory(paths, context)
  const index = await memory.index()
  const { embedder } = memory
  const { id: agent, task, runner, budget, space, taskId, executionId, skill } = options
  let hasBegun = false
  let logged: string | undefined
  const running = execution.runAgent(paths, {
    catalogue,
    agent,
    task,
    builtins: builtinAgents(paths, context),
    runner,
    budget,
    space,
    ...callerOf(options),
    taskId,
    id: executionId,
    skill,
    search: memory.port,
    // Without an index the next `index` takes the memory in.
    remember: options.forget === true ? false : index === undefined ? {} : { embedder, collection: index.chunks },
    log: await stderrLogger(),
    signal: context.signal,
    onProgress: (event) => {
      hasBegun ||= event.type === 'attempt'
      if (event.type === 'logged') logged = event.executionId
      tell(event, context)
    },
  })
  const run = await running.catch((error: unknown) => {
    if (!context.signal.aborted) throw error
    throw interruptedRun(error, { hasBegun, logged, signal: context.signal })
  })
  const { status, findings } = run
  const isDone = (status === 'success' || status === 'partial') && execution.unkeptOf(findings).length === 0
  return { data: run, lines: runLines(run, { isLogged: logged !== undefined }), exitCode: isDone ? 0 : 1 }
}

function callerOf({
  calledBy,
  chain = [],
  delegate,
}: AgentRunOptions): Pick<RunAgentOptions, 'calledBy' | 'chain' | 'parent' | 'delegated'> {
  const outer = outerCaller()
  return {
    calledBy: outer?.id ?? calledBy,
    chain: outer?.chain ?? splitList(chain),
    delegated: delegate,
    parent: outer?.parent,
  }
}

/** A command that nobody said yes to is asked about once, where there is somebody to ask; else the run refuses it. */
async function mayRun(
  paths: SpacePaths,
  {
    catalogue,
    context,
    options,
  }: { readonly catalogue: Catalogue; readonly context: Context; readonly options: AgentRunOptions },
): Promise<boolean> {
  const { planRun } = await import('@datacortex/execution')
  const { id: agent, task, runner, skill } = options
  const asked = { catalogue, agent, task, builtins: builtinAgents(paths, context), runner, skill, ...callerOf(options) }
  const { chosen } = await planRun(paths, asked)
  return chosen.kind !== 'plugin' || (await isCommandAllowed(paths, { ...chosen, at: chosen.settingsAt, context }))
}

async function planned(
  paths: SpacePaths,
  {
    catalogue,
    context,
    options,
  }: { readonly catalogue: Catalogue; readonly context: Context; readonly options: AgentRunOptions },
): Promise<CommandResult> {
  const { loadContext, planRun } = await import('@datacortex/execution')
  const { id: agent, task, runner, skill, budget, space, executionId } = options
  const plan = await planRun(paths, {
    catalogue,
    agent,
    task,
    builtins: builtinAgents(paths, context),
    runner,
    skill,
    ...callerOf(options),
  })
  await using memory = await openSpaceMemory(paths, context, { dryRun: true })
  const { registry } = catalogue
  const { signal } = context
  const asked = { registry, agent, task, askedBy: outerCaller()?.id, budget, space, memory: memory.port, signal }
  const loaded = await loadContext(paths, asked)
  const { parts, tokens } = loaded
  const left_out = shownLeftOut(loaded)
  const notes = [...plan.findings, ...loaded.findings]
  const refusals = await runRefusals(paths, { plan, executionId, signal })
  const who = `${plan.agent.id} by ${plan.chosen.name}`
  return {
    data: {
      dry_run: true,
      agent: plan.agent.id,
      runner: plan.chosen.name,
      tokens,
      parts,
      left_out,
      findings: [...refusals, ...notes],
    },
    lines: [
      refusals.length === 0
        ? `would run  ${who}, with ${count(tokens, 'token')} in ${count(parts.length, 'part')}`
        : `would not run  ${who}`,
      ...refusals.flatMap(({ code, message, hint = '' }) => [`refused    ${code}  ${message}`, `hint       ${hint}`]),
      ...notes.map(({ message }) => `note       ${message}`),
      ...leftOutLines({ left_out }),
      'dry run    nothing was run',
    ],
  }
}

function tell(event: RunProgress, { onProgress }: Context): void {
  if (event.type === 'context') onProgress({ stage: 'context', done: event.tokens, subject: 'tokens' })
  if (event.type === 'attempt') onProgress({ stage: 'run', done: event.attempt, subject: event.runner })
  if (event.type === 'output') onProgress({ stage: 'answer', done: 1, subject: event.text })
  if (event.type === 'retry')
    onProgress({ stage: 'wait', done: event.attempt, subject: `${event.code}, ${duration(event.waitMs)}` })
}
