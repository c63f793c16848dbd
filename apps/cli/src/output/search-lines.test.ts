import { expect, test } from 'vitest'
import { type SearchAnswer, searchLines } from './search-lines.ts'

const note = {
  id: 'a.md#0',
  path: 'a.md',
  title: 'Tides',
  type: 'note',
  score: 0.9,
  hop: 0,
  snippet: 'Spring tides.',
  origin: 'local',
  start: 3,
}
const memory = {
  id: 'memory:mem-1',
  title: 'Spring tides come two days after…',
  type: 'session-memory',
  score: 0.5,
  hop: 0,
  snippet: 'Spring tides come two days after\nthe full moon, says the harbour master.',
  origin: 'local',
  date: '2026-01-31',
}

function linesOf(results: SearchAnswer['results']): readonly string[] {
  return searchLines({ query: 'tides', took_ms: 1, results, remarks: [], skipped: [] })
}

test('a note says a line, and a memory, which has no file to look into, what it says', () => {
  expect(linesOf([note, memory])).toEqual([
    ' 1  Tides                              0.90                         a.md:3',
    '    Spring tides.',
    ' 2  Spring tides come two days after…  0.50  remembered 2026-01-31',
    '    Spring tides come two days after the full moon, says the harbour master.',
    '1 ms',
  ])
  const short = linesOf([{ ...memory, snippet: memory.title }])
  expect(short).toHaveLength(2)
  const long = linesOf([{ ...memory, snippet: 'long '.repeat(100) }])[1] ?? ''
  expect(long.length).toBeLessThanOrEqual(160)
})

test('what is only nearest by chance is told as such', () => {
  expect(
    linesOf([
      { ...note, score: 0.37 },
      { ...memory, score: 0.2 },
    ]),
  ).toContain('note       likely nothing fits: the best score is 0.37, below 0.50')
  for (const results of [
    [note],
    [
      { ...memory, score: 0.2 },
      { ...note, score: 0.5 },
    ],
    [],
  ])
    expect(linesOf(results).join('\n')).not.toContain('likely')
})

test('text that a newer version replaced is told as such', () => {
  expect(linesOf([{ ...note, earlier: true }])[0]).toContain('  earlier version')
})

test('a note says one line in a terminal of any width, chosen by the query', () => {
  const answer = { query: 'tides', took_ms: 1, remarks: [], skipped: [] }
  const snippet = `# Tides\n\nThe sea.\nThe ${'long '.repeat(40)}tides.`
  for (const [width, most] of [
    [60, 60],
    [200, 82],
    [undefined, 82],
  ] as const) {
    const [, line = ''] = searchLines({ ...answer, results: [{ ...note, snippet }] }, { width })
    expect(line).toMatch(/^ {4}The long .*…$/)
    expect(line.length).toBeLessThanOrEqual(most)
  }
  expect(linesOf([{ ...note, snippet: '# Tides' }])).toHaveLength(2)
})

test('what is not as it was indexed is told', () => {
  expect(linesOf([{ ...note, state: 'changed' }])[0]).toContain('  changed since')
  expect(linesOf([{ ...note, state: 'missing' }])[0]).toContain('  not there any more')
  expect(linesOf([{ ...note, hop: 1, via: ['b.md'], state: 'changed' }])[0]).toContain(
    '↳ linked from b · changed since',
  )
})
