import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "createHashEmbedder",
      "expectExtraction",
      "samplePayloads",
      "sendJson",
      "startModelServer",
      "startPlugin",
      "startProvider",
      "startSource",
      "testHooksPlugin",
      "testManifest",
      "testRunnerPlugin",
      "testSourcePlugin",
      "testSpeechPlugin",
      "testSubAgentPlugin",
      "testWriterPlugin",
    ]
  `)
})
