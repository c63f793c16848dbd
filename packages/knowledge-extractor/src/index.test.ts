import { expect, test } from 'vitest'
import * as knowledgeExtractor from './index.ts'

test('exports', () => {
  expect(Object.keys(knowledgeExtractor).sort()).toMatchInlineSnapshot(`
    [
      "ExtractionFailedError",
      "HandOverLoopError",
      "IngestRunningError",
      "InputEmptyError",
      "InputSkippedError",
      "InputTooLargeError",
      "InputUnreadableError",
      "NoSubAgentError",
      "NoTextError",
      "NoteDamagedError",
      "extractKnowledge",
      "ignoredFolders",
      "ingest",
      "inputOfBytes",
      "knowledgeFolders",
      "locatedPlace",
      "openKnowledgeExtractor",
      "readTagVocabulary",
      "runSubAgents",
      "subAgentPool",
    ]
  `)
})
