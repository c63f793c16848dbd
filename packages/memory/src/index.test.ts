import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "checkRecord",
      "coldPort",
      "coldScan",
      "confirmMemory",
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
      "noteModels",
      "openHotCache",
      "openMemory",
      "openNoteIndex",
      "readMemories",
      "reasoningPath",
      "remember",
      "rereadNotes",
      "retractMemory",
      "reviewNotes",
      "searchNotes",
      "spaceVersions",
      "spreadToNeighbours",
      "stillHolds",
      "supersedeMemory",
      "updateNoteIndex",
      "watchNotes",
    ]
  `)
})
