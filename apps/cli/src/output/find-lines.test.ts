import { expect, test } from 'vitest'
import { findLines } from './find-lines.ts'

const hit = (id: string, score: number) => ({
  id,
  name: id,
  description: `What ${id} does,\n  in two lines`,
  score,
  skills: [],
  matched: `near ${id}`,
  matched_kind: 'example',
  module: null,
})
const found = { query: "it's slow", took_ms: 7, min_score: 0.4, total: 9, findings: [], results: [] }

test('the first says what came near, the others what they do, and the last line can be pasted', () => {
  const results = [hit('tuner', 0.91), hit('baker', 0.5)]
  expect(findLines({ ...found, results })).toEqual([
    ' 1  tuner  0.91',
    '    matched its example "near tuner"',
    ' 2  baker  0.50',
    '    What baker does, in two lines',
    '2 of 9 agents · 7 ms',
    'next       datacortex agent show tuner',
  ])
})

test('who is below the least score is shown as the nearest, with the command that shows all', () => {
  expect(findLines({ ...found, best: { id: 'tuner', score: 0.398 } }, { tags: ['a b', 'c'] })).toEqual([
    'no agent fits',
    'nearest    tuner  0.398, below 0.400',
    "next       datacortex find --min-score 0 --tag 'a b,c' 'it'\\''s slow'",
  ])
  expect(findLines(found)[0]).toBe('no agent fits')
  expect(findLines({ ...found, known_tags: ['sea'] }, { tags: ['land'] })).toEqual([
    'no agent has the tag land',
    expect.stringContaining('sea'),
    "next       datacortex find 'it'\\''s slow'",
  ])
})

test('what a model chose stands there with its time and cost', () => {
  const judge = { agent: 'tuner', model: 'm-1', took_ms: 840, is_cached: false, cost_usd: 0.00031 }
  const lines = (more: object): string | undefined =>
    findLines({ ...found, results: [hit('tuner', 0.5)], judge: { ...judge, ...more } }).at(-2)
  expect(lines({})).toBe('judge      chose tuner · m-1 · 840 ms · $0.0003')
  expect(lines({ is_cached: true })).toBe('judge      chose tuner · m-1 · asked before')
  expect(lines({ agent: null, cost_usd: undefined })).toBe('judge      chose none · m-1 · 840 ms')
})
