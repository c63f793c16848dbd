import { expect, test } from 'vitest'
import type { ResearchedTopic } from '../research/research-topic.ts'
import { researchLines } from './research-lines.ts'

const result: ResearchedTopic = {
  run: 'r-7f3a12bc',
  state: 'done',
  topic: 'tides',
  summary_path: 'a-summary.md',
  report_path: 'a-report.md',
  literature_notes: ['l.md', 'm.md'],
  zettels: ['z.md'],
  action_items: [],
  findings: [],
  contradictions: [],
  sources: [],
  skipped: [],
  found: { documents: 2, works: 2, selected: 2 },
  quotations: { all: 16, verified: 16 },
  cost: { usd: 0, calls: 0 },
  problems: [],
}

test('a file that is gone is said to be gone, and not to lie there', () => {
  const lines = researchLines({ ...result, gone: ['a-report.md', 'm.md', 'z.md'] })
  expect(lines.filter((line) => /^(?:report|summary|notes|gone) /.test(line))).toEqual([
    'summary   a-summary.md',
    'notes     1 literature note, 0 zettels',
    'gone      a-report.md',
    'gone      m.md',
    'gone      z.md',
  ])
  expect(lines.join('\n')).not.toContain('quotations verified')
  expect(researchLines(result)).toContain('report    a-report.md  (16 of 16 quotations verified)')
})

test('what is to be done is shown, and counted beyond five', () => {
  const actions = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `Ask ${name}`)
  const lines = researchLines({ ...result, action_items: actions })
  expect(lines.filter((line) => line.startsWith('to do'))).toEqual(actions.slice(0, 5).map((one) => `to do     ${one}`))
  expect(lines).toContain('          and 1 more task; --json lists them all')
})

test('each address that was not read has a line', () => {
  const skipped = [
    { source: 'http://127.0.0.1:8042/nope', reason: 'http://127.0.0.1:8042/nope answered 404.' },
    { source: 'http://127.0.0.1:8042/else', reason: 'no network' },
    { source: 'http://127.0.0.1:8043/', reason: 'no network' },
  ]
  expect(researchLines({ ...result, skipped }).filter((line) => line.startsWith('skipped'))).toEqual([
    'skipped   http://127.0.0.1:8042/nope answered 404.',
    'skipped   http://127.0.0.1:8042/else: no network',
    'skipped   http://127.0.0.1:8043/: no network',
  ])
})

test('what was chosen and could not be read is counted and named', () => {
  const source = { provider: 'exa', authority: 'low' } as const
  const failed = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({
    ...source,
    id,
    title: `Page ${id}`,
    url: `https://${id}.example/`,
    status: 'failed: it answered with status 429.',
  }))
  const sources = [...failed, { ...source, id: 'g', title: 'Page g', status: 'read' }]
  const found = { documents: 9, works: 8, selected: 7 }
  const lines = researchLines({ ...result, sources, found })
  expect(lines).toContain('found     9 documents → 8 works, 7 chosen, 1 read')
  expect(lines.filter((line) => line.startsWith('unread'))).toHaveLength(5)
  expect(lines).toContain('unread    Page a: it answered with status 429.')
  expect(lines).toContain('          and 1 more document; --json lists them all')
  const skipped = [{ source: 'https://a.example/', reason: 'no network' }]
  expect(researchLines({ ...result, sources, found, skipped }).join('\n')).not.toContain('Page a')
})

test('what was asked is answered first, and what nothing answers says so', () => {
  const answers = [
    { question: 'When was it opened?', quote: 'It was opened in 1874.', source: 'd1' },
    { question: 'Who paid for it?' },
  ]
  expect(researchLines({ ...result, answers }).slice(0, 2)).toEqual([
    ' When was it opened?  It was opened in 1874.',
    ' Who paid for it?     nothing that was read answers it',
  ])
})
