import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "createHashEmbedder",
      "expectExtraction",
      "expectReadDocument",
      "expectSourceAnswer",
      "samplePayloads",
      "sendJson",
      "startModelServer",
      "startProvider",
      "startRunner",
      "startSource",
      "startSpeech",
      "startSubAgent",
      "startWriter",
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
