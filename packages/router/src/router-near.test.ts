import { expect, test } from 'vitest'
import { registryOf } from './__fixtures__/registry-of.ts'
import { createRouter } from './router.ts'

const router = createRouter(
  registryOf({
    'research-orchestrator': { triggers: { tags: [':AI:research:', ':note:'], commands: ['/research'] } },
    'code-reviewer': { triggers: { commands: ['wrap-up'], patterns: ['tides'] } },
    'code-revievor': { removed: true },
  }),
)
const findings = async (task: string): Promise<readonly unknown[]> =>
  (await router.route(task)).findings
    .filter(({ code }) => code === 'ROUTER_NAME_UNKNOWN' || code === 'ROUTER_TAG_UNCLOSED')
    .map(({ subject, hint }) => [subject, hint])

test.each([
  ['/reserch tides', '/reserch', '/research'],
  ['/wrapup', '/wrapup', '/wrap-up'],
  ['/code-reviwer main.ts', '/code-reviwer', '/code-reviewer'],
  ['- [ ] @Code_Reviever, look at the tides', '@Code_Reviever,', '@code-reviewer'],
  ['@agent-code-reviever look', '@agent-code-reviever', '@code-reviewer'],
])('a mistyped command or name, as in %j, is told', async (task, subject, meant) => {
  expect(await findings(task)).toEqual([[subject, `Did you mean ${meant}?`]])
})

test.each([
  '/research tides',
  '@code-reviewer look',
  '@harbour look',
  '/etc/reserch is gone',
  'look at /reserch',
  'write to code@reviewer',
  '@wrapup',
  '/',
  '@',
  `/${'research'.repeat(100_000)}`,
])('nothing is told of %j', async (task) => {
  expect(await findings(task)).toEqual([])
})

test.each([
  ['x :AI:research', ':AI:research'],
  ['* TODO x :ai:Research', ':ai:Research'],
  [':AI:research x', ':AI:research'],
  ['x AI:research:', 'AI:research:'],
  ['AI:research: x', 'AI:research:'],
  ['x :AI:research\nwhatever is said', ':AI:research'],
  ['x\nand y :AI:research', ':AI:research'],
  [':AI:research', ':AI:research'],
])('tags without one of their ends, as in %j, are told', async (task, written) => {
  expect(await findings(task)).toEqual([[written, 'Write :ai:research: if it is meant as tags.']])
})

test.each(['x :AI:research:', 'note: x', 'x research', 'it is 10:30', 'x :AI', 'a :AI:research b', 'x:AI:research'])(
  'in %j no tags are missing an end',
  async (task) => {
    expect(await findings(task)).toEqual([])
  },
)
