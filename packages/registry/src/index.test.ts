import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "AgentEntrySchema",
      "agentFields",
      "agentHooks",
      "agentSourceFile",
      "agentTags",
      "cleanTexts",
      "createNormalisationLog",
      "currentId",
      "entryKeys",
      "examineAgents",
      "fieldRows",
      "findId",
      "foldedId",
      "importAgainCommand",
      "isField",
      "isFilled",
      "isOutsideCaller",
      "madeExamples",
      "misspeltKey",
      "nameKeys",
      "namedAgents",
      "nearestIds",
      "nearestNames",
      "normaliseTag",
      "originOf",
      "parseRegistry",
      "pathsWhere",
      "plainLetters",
      "publishedPart",
      "readEntry",
      "readRegistry",
      "readStatusFlag",
      "registryError",
      "resolveAgent",
      "sourcePath",
      "updateRegistry",
      "withDisabled",
      "withoutDisabled",
    ]
  `)
})
