import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "agentId",
      "assistantFile",
      "exportedAs",
      "guideKinds",
      "importAgents",
      "importFormats",
      "isMarkedGone",
      "promptFile",
      "readAgentBody",
      "readAgentFile",
      "readPromptFields",
      "usualAgentPlaces",
    ]
  `)
})
