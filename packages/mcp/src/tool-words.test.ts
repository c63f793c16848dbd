import { expect, test } from 'vitest'
import { wordsOf } from './tool-words.ts'

const hit = { path: 'a.md', title: 'A', type: 'note', score: 0.9, start: 3, snippet: 'Springs.' }

function textOf(name: string, document: object): string | undefined {
  return wordsOf(name).textOf?.(document)
}

test('a search says also what would explain that something is missing', () => {
  const remark = 'There is no index yet: the files were searched by words. Run `datacortex index`.'
  expect(textOf('search_notes', { results: [], remarks: [remark], index: 'absent' })).toBe(
    `Nothing was found.\n\nNote: ${remark}`,
  )
  expect(textOf('search_notes', { results: [hit], remarks: [], index: 'stale' })).toMatch(
    /^a\.md:3 {2}A {2}\(note, 0\.90\)\nSprings\.\n\nNote: Files changed since/,
  )
  expect(textOf('search_notes', { results: [hit], remarks: [], index: 'fresh' })).not.toContain('Note:')
})

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
  expect(wordsOf('read_notes').hasFailed?.(shown)).toBe(true)
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
  expect([words.textOf?.(document), words.hasFailed?.(document), words.more?.(document)]).toEqual([
    said,
    hasFailed,
    { answer: text },
  ])
})

test('a plan of a run, and the document of any other tool, is JSON', () => {
  const words = wordsOf('run_agent')
  expect([words.textOf?.({ dry_run: true }), words.hasFailed?.({ dry_run: true })]).toEqual([undefined, false])
  expect(wordsOf('list_agents')).toEqual({})
})
