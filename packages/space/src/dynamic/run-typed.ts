import type { DynamicAgent, Recipe, TaskDefinition } from '@datacortex/dynamic-agents'
import { readSettings } from '@datacortex/platform'
import type { EndedRun, RanAgent } from '../agents/ran-agent.ts'
import type { RunAgent } from '../agents/run-agent-input.ts'
import type { Work } from '../work.ts'
import { type WithDynamic, catalogueWith } from './catalogue-with.ts'
import { answerBy, repairedAnswer } from './typed-text.ts'
import { sweepDynamic } from './sweep.ts'

/** What a run of a typed task gave, as its schema says. */
export type Typed = { readonly result?: unknown }

export type RunOnce = (asked: RunAgent, catalogue: WithDynamic) => Promise<RanAgent>

type Task = { readonly name: string; readonly definition: TaskDefinition; readonly input: unknown }

/** Runs an agent; one that was made by another within the limits of both, and a task of its recipe with typed input and answer. */
export async function runTyped(work: Work, asked: RunAgent, once: RunOnce): Promise<RanAgent & Typed> {
  const catalogue = await catalogueWith(work, [
    asked.agent,
    ...(asked.called_by?.includes('/') === true ? [asked.called_by] : []),
  ])
  const agent = catalogue.dynamic.get(asked.agent)
  const id = catalogue.idOf(asked.agent)
  const task = await taskOf(asked, agent?.recipe ?? (await formerRecipe(catalogue, id)))
  const { input: _input, ...plain } = { ...asked, agent: id }
  const bounded = async (one: RunAgent): Promise<RanAgent> =>
    agent === undefined || one.dry_run === true
      ? await once(one, catalogue)
      : await withinLimits(work, { agent, asked: one, run: async (run) => await once(run, catalogue) })
  const first = await bounded(task === undefined ? plain : { ...plain, task: taskText(task) })
  if (!('execution_id' in first)) return first
  const ran = { ...first, findings: [...(agent?.findings ?? []), ...first.findings] }
  const again = async (text: string) => await bounded({ ...plain, execution_id: undefined, task: text })
  try {
    if (task === undefined || ran.status === 'failed' || ran.status === 'timeout') return ran
    return await typedAnswer(ran, task, again)
  } finally {
    const root = agent?.levels[0]?.path ?? ran.agent
    await sweepDynamic(work, { registry: catalogue.registry, run: ran.execution_id, ran: ran.agent, root })
  }
}

async function formerRecipe({ registry }: WithDynamic, id: string): Promise<Recipe | undefined> {
  const agent = registry.agents.get(id)
  if (agent?.entry['x-dynamic'] === undefined) return undefined
  return (await import('@datacortex/dynamic-agents')).promotedRecipe(agent)?.recipe
}

/** The task of a recipe that is meant; undefined for one that is said in words. */
async function taskOf({ agent, task, input }: RunAgent, recipe: Recipe | undefined): Promise<Task | undefined> {
  if (recipe === undefined && input === undefined) return undefined
  const tasks = recipe?.tasks ?? {}
  const name = task.trim()
  const { dynamicError, typeProblem } = await import('@datacortex/dynamic-agents')
  if (!Object.hasOwn(tasks, name)) {
    const isName = Object.keys(tasks).length > 0 && /^[\p{L}\p{N}_.-]+$/u.test(name)
    if (input !== undefined || isName)
      throw dynamicError('DYNAMIC_TASK_UNKNOWN', { agent, task: name, tasks: Object.keys(tasks) })
    return undefined
  }
  const definition = tasks[name] ?? {}
  const missing = definition.input === undefined ? undefined : { path: '/', reason: 'it is missing' }
  const problem =
    input === undefined ? missing : typeProblem(input, { schema: definition.input ?? true, name: `${name}.input` })
  if (problem !== undefined) throw dynamicError('DYNAMIC_INPUT_INVALID', { agent, task: name, ...problem })
  return { name, definition, input }
}

function taskText({ name, definition, input }: Task): string {
  const { description, output } = definition
  return [
    description === undefined ? `Do the task ${name}.` : `${name}: ${description}`,
    ...(input === undefined ? [] : [`Input:\n\n${JSON.stringify(input, undefined, 2)}`]),
    ...(output === undefined ? [] : [answerBy(output)]),
  ].join('\n\n')
}

/** The answer as its schema says; one that is not is to be repaired once. Throws `DYNAMIC_OUTPUT_INVALID`. */
export async function typedAnswer(
  ran: EndedRun,
  { name, definition }: Pick<Task, 'name' | 'definition'>,
  again: (text: string) => Promise<RanAgent>,
): Promise<EndedRun & Typed> {
  const { output } = definition
  if (output === undefined) return { ...ran, result: ran.text }
  let last = ran
  const { result, problem } = await repairedAnswer(ran.text, output, async (repair) => {
    const repaired = await again(repair)
    if ('execution_id' in repaired) last = { ...repaired, findings: [...ran.findings, ...repaired.findings] }
    return last.text
  })
  if (problem === undefined) return { ...last, result }
  const { dynamicError } = await import('@datacortex/dynamic-agents')
  throw dynamicError('DYNAMIC_OUTPUT_INVALID', { task: name, ...problem, execution: last.execution_id })
}

type Bounded = {
  readonly agent: DynamicAgent
  readonly asked: RunAgent
  readonly run: (asked: RunAgent) => Promise<RanAgent>
}

/** Sets aside what a run may use before it begins, in the agent and all above it. */
async function withinLimits(work: Work, { agent, asked, run }: Bounded): Promise<RanAgent> {
  const [{ reserve }, { newLogId }] = await Promise.all([
    import('@datacortex/dynamic-agents'),
    import('@datacortex/execution'),
  ])
  const id = asked.execution_id ?? newLogId('exec', new Date())
  const wanted = asked.budget ?? (await readSettings(work.paths)).context.budget
  const reservation = await reserve(work.paths, { id, levels: agent.levels, budget: wanted })
  let used: Parameters<typeof reservation.settle>[0] = { tokens: 0, hasRun: false }
  try {
    const ran = await run({ ...asked, execution_id: id, budget: reservation.budget })
    if ('execution_id' in ran)
      used = { tokens: (ran.tokens_in ?? 0) + (ran.tokens_out ?? 0), usd: ran.cost_usd, hasRun: true }
    return ran
  } finally {
    await reservation.settle({ ...used, hasRun: used.hasRun || work.signal.aborted })
  }
}
