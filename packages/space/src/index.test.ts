import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "callerOf",
      "createSpace",
      "ingestLines",
      "isTold",
      "openSpace",
      "operations",
      "researchLines",
      "rights",
      "skippedRows",
      "spaceless",
      "startLocalChain",
      "takenInRows",
      "tellingLine",
      "undoRows",
      "user",
      "utf8Text",
    ]
  `)
})
