import { expect, test } from 'vitest'
import type { NoteFilter } from '../index/note-filter.ts'
import { mayMatch } from './cold-scan.ts'

const text = '---\ntype: zettel\ndate: 2026-03-01\ntags: ["caf\\xe9/\\u00fc", Wild Bees]\n---\nText.\n'
const note = { path: 'a.md', text, searched: text.toLowerCase() }

test.each<[NoteFilter, boolean]>([
  [{}, true],
  [{ types: ['zettel'] }, true],
  [{ types: ['note'] }, false],
  [{ from: '2026-03-01', types: ['zettel'] }, true],
  [{ to: '2026-02-28' }, false],
  [{ tags: ['#Wild'] }, true],
  [{ tags: [':caf\u00e9/\u00fc:', 'ü'] }, true],
  [{ tags: ['wasps'] }, false],
])('whether a note may match %j', (filter, may) => {
  expect(mayMatch(note, filter)).toBe(may)
})
