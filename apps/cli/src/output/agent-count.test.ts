import { expect, test } from 'vitest'
import { agentCount } from './agent-count.ts'

test.each([
  [{ all: 0, of_modules: 0, former: 0 }, '0 agents'],
  [{ all: 1, of_modules: 0, former: 0 }, '1 agent'],
  [{ all: 1, of_modules: 1, former: 0 }, '1 agent (1 of modules)'],
  [{ all: 2, of_modules: 1, former: 0 }, '2 agents (1 in agents.yaml, 1 of modules)'],
  [{ all: 2, of_modules: 0, former: 1 }, '2 agents (find leaves out 1 that was removed or replaced)'],
  [{ all: 2, of_modules: 0, former: 0, disabled: 2 }, '2 agents (2 disabled)'],
  [
    { all: 3, of_modules: 1, former: 2 },
    '3 agents (2 in agents.yaml, 1 of modules; find leaves out 2 that were removed or replaced)',
  ],
])('where agents come from and which are former ones', (counts, expected) => {
  expect(agentCount({ disabled: 0, ...counts })).toBe(expected)
})
