import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "CollectionChangedError",
      "CollectionClosedError",
      "CollectionInvalidError",
      "DuplicateIdError",
      "FilterInvalidError",
      "QueryInvalidError",
      "RowInvalidError",
      "StorageUnavailableError",
      "defaultFusionWeights",
      "fuse",
      "isUnspaced",
      "openCollection",
      "rowModels",
      "rowsEpoch",
      "splitWord",
      "unspacedLetters",
    ]
  `)
})
