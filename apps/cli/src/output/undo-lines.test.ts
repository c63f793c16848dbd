import { expect, test } from 'vitest'
import { undoLines } from './undo-lines.ts'

test('what was restored only in part is told with the reason', () => {
  const reason = 'it was changed since'
  const undone = {
    restored: ['a.md'],
    removed: [],
    kept: [{ path: 'b.md', reason }],
    partly: [{ path: 'a.md', reason }],
  }
  expect(undoLines({ run: 'run-1', ...undone })).toEqual([
    'restored  a.md',
    'partly    a.md  what the run wrote there before stays: it was changed since',
    'kept      b.md  it was changed since',
  ])
  const nothing = { restored: [], removed: [], kept: [], partly: [] }
  expect(undoLines({ run: 'run-1', ...nothing })).toEqual(['nothing  run-1 is taken back already'])
})

test('a note that was kept while others went is named, as its links may lead nowhere', () => {
  const kept = [{ path: 'my note.md', reason: 'it was changed since' }]
  const undone = { restored: ['a.md'], removed: ['b.md'], kept, partly: [] }
  expect(undoLines({ run: 'run-1', ...undone }).at(-1)).toBe(
    "next      datacortex note links 'my note.md'   (what it leads to may be gone now)",
  )
  const picture = { ...undone, kept: [{ path: 'a.png', reason: 'it was changed since' }] }
  expect(undoLines({ run: 'run-1', ...picture }).at(-1)).toMatch(/^kept /)
})
