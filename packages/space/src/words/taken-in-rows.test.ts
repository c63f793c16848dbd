import { expect, test } from 'vitest'
import { type IndexField, type TakenIn, indexField } from '../indexing/take-in-notes.ts'
import { takenInRows } from './taken-in-rows.ts'

const next = ['next', 'datacortex index']
const full = { code: 'VECTOR_STORE_UNAVAILABLE', message: 'The disk is full.', hint: 'Free space.' }
const all = { added: 1, changed: 0, postponed: 0 }

const cases: readonly (readonly [TakenIn | undefined, readonly (readonly string[])[], IndexField])[] = [
  [undefined, [], {}],
  [all, [], {}],
  [
    { ...all, postponed: 7012 },
    [['words only', '7,012 texts of other notes not embedded yet'], next],
    { index: { postponed: 7012 } },
  ],
  ['busy', [['index', 'another command updates it, and may not have seen this'], next], { index: 'busy' }],
  [
    full,
    [
      ['index', 'it is not in step with what was written, which is done'],
      ['', 'VECTOR_STORE_UNAVAILABLE  The disk is full.'],
      ['', '→ Free space.'],
      next,
    ],
    { index: full },
  ],
]

test.each(cases)('what the index lacks after %j is told to people and programs', (taken, rows, field) => {
  expect(indexField(taken)).toEqual(field)
  expect(takenInRows(field)).toEqual(rows)
})
