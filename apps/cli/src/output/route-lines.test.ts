import { expect, test } from 'vitest'
import { routeLines } from './route-lines.ts'

test('where no agent reaches the limit, no score looks as if it did', () => {
  const lines = routeLines({
    task: 'tune',
    took_ms: 12,
    agent: null,
    via: 'none',
    score: 0,
    rule: { kind: 'none', fired: 'below threshold', threshold: 0.4 },
    candidates: [{ agent: 'tuner', via: 'semantic', score: 0.3998, matched: 'Tunes pianos' }],
    findings: [],
  })
  expect(lines).toContain('no agent fits: tuner comes nearest, with 0.3998 below 0.4')
  expect(lines).toContain('others     tuner  0.399  Tunes pianos')
})

test('what needs words is no next step for a task of nothing but tags', () => {
  const lines = routeLines({
    task: ':AI:zz:',
    took_ms: 2,
    agent: null,
    via: 'none',
    score: 0,
    rule: { kind: 'none', fired: 'no text' },
    candidates: [],
    findings: [],
  })
  expect(lines).toEqual(['no agent fits: no agent has these tags, and there is no text', '2 ms'])
})
