import type { DemoStep } from './demo-step.ts'

const child = 'research-librarian/tide-counter'
const task = {
  description: 'How many days after the full moon spring tides come.',
  input: { type: 'object', properties: { moon: { enum: ['new', 'full'] } }, required: ['moon'] },
  output: { type: 'object', properties: { days: { type: 'integer' } }, required: ['days'] },
}
const create = (id: string, parent: string): readonly string[] => {
  return ['agent', 'create', id, '--parent', parent, '--primer', 'You count days of tides.', '--root', 'desk']
}
const count = (id: string): Pick<DemoStep, 'argv' | 'expects'> => ({
  argv: ['run', child, 'count', '--input', '{"moon":"full"}', '--execution-id', id, '--root', 'desk'],
  expects: { agent: child, 'result.days': 2 },
})

/** An agent that gets a specialist for a task, which is used twice and promoted, and copies of it. */
export const dynamicSteps: readonly DemoStep[] = [
  {
    name: 'make a specialist',
    argv: [
      ...create('tide-counter', 'research-librarian'),
      '--task',
      `count=${JSON.stringify(task)}`,
      '--limit',
      'runs=10',
    ],
    expects: { path: child, 'tasks.0': 'count' },
    detail: 'a recipe below its parent, with a typed task; it can never do more than that',
  },
  {
    name: 'more than its parent',
    argv: [...create('writer', child), '--capability', 'writes:0-personal'],
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
