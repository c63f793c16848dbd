import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "AgentEntrySchema",
      "agentHooks",
      "agentSourceFile",
      "agentTags",
      "createNormalisationLog",
      "currentId",
      "entryKeys",
      "examineAgents",
      "findId",
      "foldedId",
      "importAgainCommand",
      "isOutsideCaller",
      "misspeltKey",
      "nameKeys",
      "nearestIds",
      "nearestNames",
      "normaliseTag",
      "originOf",
      "parseRegistry",
      "plainLetters",
      "readEntry",
      "readRegistry",
      "readStatusFlag",
      "registryError",
      "resolveAgent",
      "sourcePath",
      "updateRegistry",
    ]
  `)
})
