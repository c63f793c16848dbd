import type { AgentRun, RunAgentOptions, RunProgress } from '@datacortex/execution'
import { shellWord } from '@datacortex/platform'
import { duration } from '@datacortex/wording'
import { z } from 'zod'
import { isCommandAllowed } from '../caller/command-allowed.ts'
import { clientName } from '../caller/own-work.ts'
import { isForStranger } from '../caller/shown-to-strangers.ts'
import { splitList } from '../caller/split-list.ts'
import { spaceError } from '../errors.ts'
import { interruptedRun } from '../interrupted/interrupted-run.ts'
import { operation } from '../operation.ts'
import { builtinAgents } from '../parts/builtin-agents.ts'
import { checkPeers, mentionFindings } from '../minds/peer-rules.ts'
import { openSpaceMemory } from '../parts/memory.ts'
import { reflectWhenDue } from '../minds/reflect-when-due.ts'
import type { Work } from '../work.ts'
import { type PlannedRun, planAgentRun } from './plan-agent-run.ts'
import { type RunAgent, input } from './run-agent-input.ts'

/** What became of it. */
export type RanAgent = EndedRun | PlannedRun | UnapprovedRun

/** A run that ended, in whatever way. */
export type EndedRun = AgentRun & {
  /** Whether it is in the log; of one that is not nothing can be looked up by its id. */
  readonly logged: boolean
  /** Whether its answer and its entry in the log could be kept. */
  readonly kept: boolean
}

/** Somebody was asked whether its program may run, and said no. */
export type UnapprovedRun = { readonly approved: false }

/** Gives an agent its context, lets a runner execute it, and logs, checks and remembers. */
export const runAgent = operation({
  input,
  output: z.looseObject({
    execution_id: z.string().optional(),
    agent: z.string().optional(),
    runner: z.string().optional(),
    status: z.string().optional(),
    text: z.string().optional().describe('The answer.'),
  }),
  run: async (work, asked): Promise<RanAgent> => {
    if (asked.task.trim() === '') throw spaceError('CLI_TASK_EMPTY', { command: `run ${shellWord(asked.agent)}` })
    const { planRun } = await import('@datacortex/execution')
    const { paths } = work
    const { agent: id, task: what, runner, skill, tags } = asked
    const catalogue = await work.catalogue()
    const whole = {
      catalogue,
      agent: id,
      task: what,
      builtins: builtinAgents(work),
      runner,
      skill,
      tags,
      ...callerOf(work, asked),
    }
    const plan = await planRun(paths, whole)
    await checkPeers(work, { ...plan, delegated: whole.delegated })
    if (asked.dry_run === true) return await planAgentRun(work, { asked, catalogue, plan })
    // A command that nobody said yes to is asked about once, where there is somebody to ask; else the run refuses it.
    const { chosen } = plan
    if (chosen.kind === 'plugin' && !(await isCommandAllowed(work, { ...chosen, at: chosen.settingsAt })))
      return { approved: false }
    return await ended(work, asked, whole)
  },
})

type Whole = Pick<RunAgentOptions, 'catalogue' | 'agent' | 'task' | 'builtins' | 'runner' | 'skill' | 'tags'> &
  ReturnType<typeof callerOf>

async function ended(work: Work, asked: RunAgent, whole: Whole): Promise<EndedRun> {
  const { runAgent: execute, unkeptOf } = await import('@datacortex/execution')
  const { paths, signal } = work
  await using memory = await openSpaceMemory(work)
  const index = await memory.index()
  const { embedder } = memory
  let hasBegun = false
  let logged: string | undefined
  const running = execute(paths, {
    ...whole,
    budget: asked.budget,
    space: asked.space,
    taskId: asked.task_id,
    id: asked.execution_id,
    search: memory.port,
    // Without an index the next `index` takes the memory in.
    remember: asked.forget === true ? false : index === undefined ? {} : { embedder, collection: index.chunks },
    log: await work.openLog(),
    signal,
    onProgress: (event) => {
      hasBegun ||= event.type === 'attempt'
      if (event.type === 'logged') logged = event.executionId
      tell(event, work)
    },
  })
  const run = await running.catch((error: unknown) => {
    throw signal.aborted ? interruptedRun(error, { hasBegun, logged, signal }) : error
  })
  const kept = unkeptOf(run.findings).length === 0
  // What lies in the space is not shown to clients that may run agents and not read.
  const shown = isForStranger(work) ? { left_out: [] } : {}
  const due = await reflectWhenDue(work, { agent: run.agent, after: 'run' })
  const findings = [...run.findings, ...(await mentionFindings(work, run.agent, run.text)), ...due]
  return { ...run, ...shown, findings, logged: logged !== undefined, kept }
}

/** An agent in its run speaks for itself, and nobody who comes by the network for an agent. */
function callerOf(
  { caller }: Pick<Work, 'caller'>,
  { called_by: calledBy = 'user', chain = [], delegate: delegated }: RunAgent,
): Pick<RunAgentOptions, 'calledBy' | 'client' | 'chain' | 'parent' | 'delegated'> {
  const client = clientName(caller)
  if (caller.kind === 'agent')
    return { calledBy: caller.id, chain: caller.chain, parent: caller.parent, client, delegated }
  return caller.kind === 'client' ? { delegated, client } : { calledBy, chain: splitList(chain), delegated }
}

function tell(event: RunProgress, { onProgress }: Work): void {
  if (event.type === 'context') onProgress({ stage: 'context', done: event.tokens, subject: 'tokens' })
  if (event.type === 'attempt') onProgress({ stage: 'run', done: event.attempt, subject: event.runner })
  if (event.type === 'output') onProgress({ stage: 'answer', done: 1, subject: event.text })
  if (event.type === 'retry')
    onProgress({ stage: 'wait', done: event.attempt, subject: `${event.code}, ${duration(event.waitMs)}` })
}
