import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "createHashEmbedder",
      "damagedMinds",
      "expectExtraction",
      "makeDamagedMind",
      "mindFixture",
      "samplePayloads",
      "sendJson",
      "startModelServer",
      "startPlugin",
      "startProvider",
      "startRelay",
      "startSource",
      "testDirectoryPlugin",
      "testHooksPlugin",
      "testManifest",
      "testMindImplementation",
      "testRunnerPlugin",
      "testSourcePlugin",
      "testSpeechPlugin",
      "testSubAgentPlugin",
      "testWriterPlugin",
    ]
  `)
})
