import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "acceptanceCriteria",
      "checkIdentity",
      "cognitionError",
      "entryFiles",
      "initIdentity",
      "mindOfSender",
      "readMind",
      "recall",
      "remember",
      "requireSender",
      "verifyMinds",
    ]
  `)
})
