import { expect, test } from 'vitest'
import * as knowledgeExtractor from './index.ts'

test('exports', () => {
  expect(Object.keys(knowledgeExtractor).sort()).toMatchInlineSnapshot(`
    [
      "ignoredFolders",
      "ingest",
      "inputOfBytes",
      "knowledgeFolders",
      "locatedPlace",
      "notesWithoutText",
      "openKnowledgeExtractor",
      "readTagVocabulary",
      "runSubAgents",
      "subAgentPool",
      "suggestTags",
    ]
  `)
})
