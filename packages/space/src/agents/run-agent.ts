import type { RunAgentOptions, RunProgress } from '@datacortex/execution'
import type { Catalogue } from '@datacortex/modules'
import { shellWord } from '@datacortex/platform'
import { duration } from '@datacortex/wording'
import { z } from 'zod'
import { isCommandAllowed } from '../caller/command-allowed.ts'
import { isForStranger } from '../caller/shown-to-strangers.ts'
import { spaceError } from '../errors.ts'
import { interruptedRun } from '../interrupted/interrupted-run.ts'
import { operation } from '../operation.ts'
import { builtinAgents } from '../parts/builtin-agents.ts'
import { checkPeers, mentionFindings } from '../minds/peer-rules.ts'
import { type Typed, runTyped } from '../dynamic/run-typed.ts'
import { openSpaceMemory } from '../parts/memory.ts'
import { reflectWhenDue } from '../minds/reflect-when-due.ts'
import type { Work } from '../work.ts'
import { planAgentRun } from './plan-agent-run.ts'
import type { EndedRun, RanAgent } from './ran-agent.ts'
import { runCaller } from './run-caller.ts'
import { type RunAgent, input } from './run-agent-input.ts'

export const runAgent = operation({
  input,
  output: z.looseObject({
    execution_id: z.string().optional(),
    agent: z.string().optional(),
    runner: z.string().optional(),
    status: z.string().optional(),
    text: z.string().optional().describe('The answer.'),
    result: z.unknown().optional().describe('Of a task with a type: what its schema says.'),
  }),
  run: async (work, asked): Promise<RanAgent & Typed> => {
    if (asked.task.trim() === '') throw spaceError('CLI_TASK_EMPTY', { command: `run ${shellWord(asked.agent)}` })
    return await runTyped(work, asked, async (one, catalogue) => await runOnce(work, one, catalogue))
  },
})

async function runOnce(work: Work, asked: RunAgent, catalogue: Catalogue): Promise<RanAgent> {
  const { planRun } = await import('@datacortex/execution')
  const { paths } = work
  const { agent: id, task: what, runner, skill, tags } = asked
  const whole = {
    catalogue,
    agent: id,
    task: what,
    builtins: builtinAgents(work),
    runner,
    skill,
    tags,
    ...runCaller(work, asked),
  }
  const plan = await planRun(paths, whole)
  await checkPeers(work, { ...plan, delegated: whole.delegated })
  if (asked.dry_run === true) return await planAgentRun(work, { asked, catalogue, plan })
  // A command that nobody said yes to is asked about once, where there is somebody to ask; else the run refuses it.
  const { chosen } = plan
  if (chosen.kind === 'plugin' && !(await isCommandAllowed(work, { ...chosen, at: chosen.settingsAt })))
    return { approved: false }
  return await ended(work, asked, whole)
}

type Whole = Pick<RunAgentOptions, 'catalogue' | 'agent' | 'task' | 'builtins' | 'runner' | 'skill' | 'tags'> &
  ReturnType<typeof runCaller>

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

function tell(event: RunProgress, { onProgress }: Work): void {
  if (event.type === 'context') onProgress({ stage: 'context', done: event.tokens, subject: 'tokens' })
  if (event.type === 'attempt') onProgress({ stage: 'run', done: event.attempt, subject: event.runner })
  if (event.type === 'output') onProgress({ stage: 'answer', done: 1, subject: event.text })
  if (event.type === 'retry')
    onProgress({ stage: 'wait', done: event.attempt, subject: `${event.code}, ${duration(event.waitMs)}` })
}
