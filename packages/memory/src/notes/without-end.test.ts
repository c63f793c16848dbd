import { expect, test } from 'vitest'
import { rowConditions } from '../index/note-filter.ts'
import { sectionOf } from '../context/section-of.ts'
import { MemoryLedger } from '../sessions/memory-ledger.ts'
import { memoryTitle } from '../sessions/memory-title.ts'
import { parseNote } from './parse-note.ts'
import { withoutEnd } from './without-end.ts'

test.each([
  ['a/b//', '/', 'a/b'],
  ['a .!', '.! ', 'a'],
  ['//', '/', ''],
  ['', '/', ''],
  ['a', '', 'a'],
])('%j without %j at its end is %j', (text, characters, expected) => {
  expect(withoutEnd(text, characters)).toBe(expected)
})

const many = 200_000

test.each<[string, () => unknown]>([
  ['a tag in a text', () => parseNote(`#a${'/'.repeat(many)}b`, { path: 'a.md', sha256: '' })],
  [
    'a tag in front matter',
    () => parseNote(`---\ntags: [a${'/'.repeat(many - 100)}b]\n---\n`, { path: 'a.md', sha256: '' }),
  ],
  ['headings of org', () => parseNote(`* a${' '.repeat(990)}b\n`.repeat(2000), { path: 'a.org', sha256: '' })],
  ['a tag that is asked for', () => rowConditions({ tags: [`a${':'.repeat(many)}b`] })],
  ['a heading', () => sectionOf(`# a${' '.repeat(many)}b\ntext`, 'x')],
  ['the title of a memory', () => memoryTitle(`${'\n'.repeat(many)}x`)],
  ['the words of a memory', () => new MemoryLedger().sameAs({ summary: `${'.'.repeat(many)}x` })],
])('%s with very many of the signs that stand at an end takes no time', (_what, read) => {
  const startedAt = performance.now()
  read()
  expect(performance.now() - startedAt).toBeLessThan(1500)
})
