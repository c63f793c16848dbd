import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "agentId",
      "assistantFile",
      "assistants",
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
