import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "bringBack",
      "changeMemory",
      "checkIdentity",
      "cognitionError",
      "entryFiles",
      "identityWords",
      "initIdentity",
      "logMemory",
      "memoriesOf",
      "mindOf",
      "mindOfSender",
      "movedRun",
      "pinnedBlocks",
      "readMemories",
      "readMind",
      "recall",
      "remember",
      "requireSender",
      "stillHolds",
      "userMind",
    ]
  `)
})
