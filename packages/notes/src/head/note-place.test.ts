import { expect, test } from 'vitest'
import { notePlace } from './note-place.ts'

test.each([
  ['0-personal/notes/journals/2025-01-31.md', '0-personal', 'journal'],
  ['0-personal/notes/2-knowledge/zettel/Bee.md', '0-personal', 'zettel'],
  ['0-personal/3-knowledge/literature/Book.md', '0-personal', 'literature'],
  ['1-acme/journal/x.md', '1-acme', 'journal'],
  ['1-acme/3-knowledge/zettel/deep/er/x.md', '1-acme', 'zettel'],
  ['1-acme/3-knowledge/zettels.md', '1-acme', 'note'],
  ['1-acme/org/inbox.org', '1-acme', 'org'],
  ['notes/journal/x.md', '', 'note'],
  ['x.md', '', 'note'],
  ['Daily/2026/2026-10-11.md', '', 'journal'],
  ['2026_10_11.org', '', 'journal'],
  ['journals/2026_10_11.md', '', 'journal'],
  ['journals/Trip.md', '', 'journal'],
  ['1-acme/2026-10-11.md', '1-acme', 'journal'],
  ['1-acme/3-knowledge/zettel/2026-10-11.md', '1-acme', 'zettel'],
  ['vault/daily.journal.2026.10.11.md', '', 'journal'],
  ['vault/daily.report.2026.10.11.md', '', 'note'],
  ['2026-10-11 Trip.md', '', 'note'],
  ['2026-02-31.md', '', 'note'],
  ['2026-10_11.md', '', 'note'],
])('%s is in space %j and a %s', (path, space, type) => {
  expect(notePlace(path)).toEqual({ space, type })
})

test('locations of the registry count first, with {space}', () => {
  const locations = {
    personal: { zettel: './0-personal/Zettel/' },
    org: { Literature: '{space}/reading', inbox: '{space}/in' },
  }
  expect(notePlace('0-personal/Zettel/x.md', locations).type).toBe('zettel')
  expect(notePlace('2-lab/reading/x.md', locations).type).toBe('literature')
  expect(notePlace('2-lab/in/x.md', locations).type).toBe('note')
  expect(notePlace('2-lab/journal/x.md', locations).type).toBe('journal')
})

test('the folder of daily notes gives a type where no other place does', () => {
  const locations = { daily: 'Log/Days', org: { zettel: '{space}/Log/Days' } }
  expect(notePlace('Log/Days/11 October.md', locations).type).toBe('journal')
  expect(notePlace('Log/Other.md', locations).type).toBe('note')
  expect(notePlace('1-acme/Log/Days/2026-10-11.md', locations).type).toBe('zettel')
})
