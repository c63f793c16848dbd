import { expect, test } from 'vitest'
import { noteHead } from './note-head.ts'
import { parseNote } from '../parse-note.ts'

test.each([
  ['a.md', '# Bees\n'],
  ['0-personal/notes/2-knowledge/zettel/a.md', '# Bees\n'],
  ['1-acme/journal/2026-01-05.md', 'Bees.\n'],
  ['1-acme/a.md', '---\r\ntype: essay\r\ncreated: 2026-02-03\r\n---\r\nBees.\r\n'],
  ['a.md', '---\ntype: [broken\ndate: 2026-02-03\n---\nBees.\n'],
  ['a.org', '#+DATE: <2026-02-03 Tue>\n* Bees\n'],
])('the head of %s is what parsing says', (path, text) => {
  const { space, type, date } = parseNote(text, { path, sha256: '' })
  expect(noteHead(text, { path })).toEqual({ space, type, date })
})
