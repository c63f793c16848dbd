import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "coldPort",
      "coldScan",
      "contentWords",
      "cosineSample",
      "examineNoteIndex",
      "expandHits",
      "fuseEvidence",
      "gatherContext",
      "indexMemories",
      "indexedNotes",
      "isEmbeddingUnfinished",
      "loadTokenizer",
      "matchesNote",
      "memoryError",
      "memoryIdOf",
      "memoryPort",
      "noteModels",
      "openHotCache",
      "openMemory",
      "openNoteIndex",
      "placeMemory",
      "reasoningPath",
      "rereadNotes",
      "reviewNotes",
      "searchNotes",
      "spaceVersions",
      "spreadToNeighbours",
      "updateNoteIndex",
      "watchFiles",
      "watchNotes",
      "withinLimit",
    ]
  `)
})
