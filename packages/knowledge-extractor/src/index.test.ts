import { expect, test } from 'vitest'
import * as knowledgeExtractor from './index.ts'

test('exports', () => {
  expect(Object.keys(knowledgeExtractor).sort()).toMatchInlineSnapshot(`
    [
      "defaultMaxBytes",
      "ignoredFolders",
      "ingest",
      "inputOfBytes",
      "knowledgeFolders",
      "locatedPlace",
      "notesWithoutText",
      "openKnowledgeExtractor",
      "readInput",
      "readTagVocabulary",
      "runSubAgents",
      "subAgentPool",
      "suggestTags",
    ]
  `)
})
