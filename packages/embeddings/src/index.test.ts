import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "CacheNotWritableError",
      "EmbedderClosedError",
      "ModelBrokenError",
      "ModelNotFoundError",
      "WeightsBrokenError",
      "openEmbedder",
      "repairModel",
      "verifyModel",
    ]
  `)
})
