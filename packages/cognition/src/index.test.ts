import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "checkIdentity",
      "cognitionError",
      "entryFiles",
      "initIdentity",
      "mindOfSender",
      "pendingEntries",
      "readMind",
      "recall",
      "reflect",
      "remember",
      "requireSender",
    ]
  `)
})
