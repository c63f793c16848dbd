import { type DemoStep, words } from './demo-step.ts'

const child = 'research-librarian/tide-counter'
const task = {
  description: 'How many days after the full moon spring tides come.',
  input: { type: 'object', properties: { moon: { enum: ['new', 'full'] } }, required: ['moon'] },
  output: { type: 'object', properties: { days: { type: 'integer' } }, required: ['days'] },
}
const create = (id: string): readonly string[] => ['agent', 'create', id, '--primer', 'You count days of tides.']
const count = (id: string): Pick<DemoStep, 'argv' | 'expects'> => ({
  argv: words(
    `run ${child} count --input {"moon":"full"} --called-by research-librarian --execution-id ${id} --root desk`,
  ),
  expects: { agent: child, 'result.days': 2 },
})

/** What the program of an agent calls in its run to make a specialist; who runs is the parent. */
export const makesSpecialist: readonly string[] = [
  ...create('tide-counter'),
  '--task',
  `count=${JSON.stringify(task)}`,
  '--limit',
  'runs=10',
]

/** An agent that makes a specialist for a task, which is used twice and promoted, and copies of it. */
export const dynamicSteps: readonly DemoStep[] = [
  {
    name: 'make a specialist',
    argv: words(
      "run research-librarian 'Make yourself a counter of the days of tides.' --runner maker --execution-id exec-tour-2 --root desk",
    ),
    expects: { agent: 'research-librarian', runner: 'maker', status: 'success' },
    detail: 'its program called `datacortex agent create` in the run: a recipe below it, with a typed task',
  },
  {
    name: 'the specialist',
    argv: ['agent', 'show', child, '--root', 'desk'],
    expects: { 'dynamic.parent': 'research-librarian', 'dynamic.created_by': 'exec-tour-2' },
    detail: 'who made it, in which run, and what it may do: never more than its parent',
  },
  {
    name: 'more than its parent',
    argv: [...create('writer'), '--parent', child, '--capability', 'writes:0-personal', '--root', 'desk'],
    expects: { 'error.code': 'DYNAMIC_CAPABILITY_MISSING' },
    detail: 'refused by the name of what the parent lacks',
  },
  {
    name: 'use it',
    ...count('exec-tour-3'),
    detail: 'another process makes it from its recipe; the answer is checked',
  },
  { name: 'use it again', ...count('exec-tour-4'), detail: 'with the same result' },
  {
    name: 'copies',
    argv: ['agent', 'spawn', '--from', child, '--task', 'Count the days.', '--root', 'desk'],
    expects: { status: 'success', 'rows.length': 1 },
    detail: 'a copy that keeps nothing, writes nothing and starts nobody',
  },
  {
    name: 'promote it',
    argv: ['agent', 'promote', child, '--yes', '--root', 'desk'],
    expects: { id: 'tide-counter', path: child },
    detail: 'a normal agent of agents.yaml, with the rights that it had',
  },
]
