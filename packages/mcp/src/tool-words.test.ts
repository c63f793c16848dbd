import { expect, test } from 'vitest'
import { keptOf, wordsOf } from './tool-words.ts'

const hit = { path: 'a.md', title: 'A', type: 'note', score: 0.9, start: 3, snippet: 'Springs.' }

function textOf(name: string, document: object): string | undefined {
  return wordsOf(name).textOf?.(document)
}

test('clients get of a hit what names it, when it was written and what it says, and nothing that only programs want', () => {
  const found = { id: 'n1', date: '2026-11-02', ...hit }
  const document = { query: 'tides', tiers: [{}], took_ms: 3, results: [{ ...found, hop: 0, tier: 'x' }], remarks: [] }
  expect(keptOf('search_notes', document)).toEqual({ query: 'tides', remarks: [], results: [found] })
  expect(wordsOf('search_notes').textOf, 'its text is the same').toBeUndefined()
})

test('clients get no more of a note, a run and a context than the text says', () => {
  const kept = (name: string, document: object): number => valuesOf(keptOf(name, document)).join('').length
  const note = { path: 'a.md', title: 'A', type: 'zettel', tags: ['sea'], date: '2026-11-02', text: 'One\nTwo' }
  const whole = { ...note, start: 1, end: 2, lines: 2, links: ['b.md'], backlinks: [], aliases: ['x'], modified: 'y' }
  const notes = { notes: [whole], missing: [] }
  expect(kept('read_notes', notes)).toBeLessThanOrEqual(textOf('read_notes', notes)?.length ?? 0)
  const context = { agent: 'a', tokens: 3, prompt: 'You are a.', pieces: [{ text: 'You are a.' }], left_out: [{}] }
  expect(keptOf('agent_context', context)).toEqual({ agent: 'a', tokens: 3, prompt: 'You are a.' })
  const retrieval = { strategy: 'skip', because: 'the task brings its text' }
  expect(textOf('agent_context', { ...context, retrieval })).toBe('You are a.\n(skip: the task brings its text)')
  expect(keptOf('agent_context', { ...context, retrieval })).toMatchObject({ retrieval })
  const run = { status: 'success', text: 'Done.', execution_id: 'e', context: { prompt: 'long' } }
  expect(keptOf('run_agent', run)).toEqual({ status: 'success', text: 'Done.', execution_id: 'e' })
})

function valuesOf(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesOf) : [String(value)]
}

test('that no agent fits is said in words', () => {
  expect(textOf('find_agents', { results: [], min_score: 0.4, best: { id: 'cook', score: 0.23 } })).toBe(
    'No agent of this space fits that. cook comes nearest, with 0.23 below 0.4. Do the task yourself, or ask in other words.',
  )
  expect(textOf('find_agents', { results: [] })).toMatch(/fits that\. Do the task yourself/)
  expect(textOf('find_agents', { results: [{ id: 'cook' }] })).toBeUndefined()
})

test('notes are read as texts, with what leads on', () => {
  const note = { path: 'a.md', title: 'A', type: 'zettel', tags: ['sea'], text: 'One\nTwo', links: ['b.md'] }
  const shown = {
    notes: [
      { ...note, start: 1, end: 2, lines: 2, backlinks: [] },
      { ...note, start: 2, end: 3, lines: 9, links: [], backlinks: [] },
    ],
    missing: [{ note: 'c', code: 'X', message: 'There is no note "c" here.', hint: 'Similar: a.md.' }],
  }
  expect(textOf('read_notes', shown)).toBe(
    [
      'a.md\nA  zettel  #sea\n\nOne\nTwo\n\n1 link: ask note_links',
      'a.md\nA  zettel  #sea  lines 2–3 of 9\n\nOne\nTwo',
      'There is no note "c" here. Similar: a.md.',
    ].join('\n\n'),
  )
  expect(wordsOf('read_notes').hasFailed?.(shown), 'one was found').toBe(false)
  expect(wordsOf('read_notes').hasFailed?.({ ...shown, notes: [] })).toBe(true)
  expect(wordsOf('read_notes').hasFailed?.({ ...shown, missing: [] })).toBe(false)
})

test.each([
  ['success', 'One.', undefined, 'One.', false],
  ['partial', 'One.', undefined, 'One.', false],
  ['failed', 'One.', 'It broke.', 'One.\nIt broke.', true],
  ['failed', '', 'It broke.', 'It broke.', true],
])('a run that ended as %s is its answer', (status, text, message, said, hasFailed) => {
  const document = { status, text, ...(message === undefined ? {} : { error: { code: 'X', message } }) }
  const words = wordsOf('run_agent')
  expect([words.textOf?.(document), words.hasFailed?.(document)]).toEqual([said, hasFailed])
})

test('a plan of a run, and the document of any other tool, is JSON', () => {
  const words = wordsOf('run_agent')
  expect([words.textOf?.({ dry_run: true }), words.hasFailed?.({ dry_run: true })]).toEqual([undefined, false])
  expect(wordsOf('list_agents')).toEqual({})
})
