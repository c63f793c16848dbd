import { expect, test } from 'vitest'
import { type GraphNote, linkedAs, linkNotes } from './graph-note.ts'

const note = (changes: Partial<GraphNote> = {}): GraphNote => ({
  title: 'A',
  type: 'note',
  space: '',
  tags: [],
  aliases: [],
  links: [{ target: 'b', syntax: 'wiki', line: 3 }],
  rows: 1,
  file: { sizeBytes: 1, mtimeMs: 1, inode: 1, sha256: '' },
  ...changes,
})

test('a note with another text and the same names and links needs none of them found again', () => {
  const notes = new Map([
    ['a.md', note()],
    ['b.md', note({ links: [] })],
  ])
  linkNotes(notes)
  const again = note({ title: 'Another', rows: 2, links: [{ target: 'b', syntax: 'wiki', line: 9 }] })
  expect(linkedAs(notes.get('a.md'), again)).toEqual({
    ...again,
    links: [{ target: 'b', syntax: 'wiki', line: 9, to: 'b.md' }],
  })
})

test.each<[string, GraphNote | undefined]>([
  ['that is new', undefined],
  ['with another alias', note({ aliases: ['Bee'] })],
  ['with a link less', note({ links: [] })],
  ['with another label', note({ links: [{ target: 'b', alias: 'c', syntax: 'wiki', line: 3 }] })],
])('one %s may change where any link leads', (_, before) => {
  expect(linkedAs(before, note())).toBeUndefined()
})
