import { expect, test } from 'vitest'
import { copiedNote } from './copied-note.ts'

test.each([
  'sea/Bees.sync-conflict-20260131-101500-ABCDEFG.md',
  "sea/Bees (Ann's conflicted copy 2026-01-31).md",
  'sea/Bees (Conflicted copy Laptop 202601311015).md',
  'sea/Bees (conflicted copy 2026-01-31 101500).md',
  'sea/Bees (in Konflikt stehende Kopie von Ann 2026-01-31).md',
  'sea/Bees (Copie en conflit de Ann 2026-01-31) (2).md',
  'sea/Bees (Copia en conflicto de Ann 2026-01-31).md',
  'sea/Bees_REMOTE_4711.md',
])('%s is a copy by its name', (path) => {
  expect(copiedNote(path)).toEqual({ path: 'sea/Bees.md', isSaid: true })
})

test.each(['Bees 2.md', 'Bees (1).md'])('%s may be one', (path) => {
  expect(copiedNote(path)).toEqual({ path: 'Bees.md', isSaid: false })
})

test.each([
  'Bees.md',
  'Conflict.md',
  'Bees (wild).md',
  'Bees 2026.md',
  '2.md',
  '(1).md',
  'The conflict (1914).md',
  'a/b',
])('%s is none', (path) => {
  expect(copiedNote(path)?.isSaid ?? false).toBe(false)
})

test('a name of very many brackets is read', () => {
  expect(copiedNote(`${' ('.repeat(100_000)}.md`)).toBeUndefined()
})
