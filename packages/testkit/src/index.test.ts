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
      "noPostgres",
      "samplePayloads",
      "sendJson",
      "startModelServer",
      "startPlugin",
      "startPostgres",
      "startProvider",
      "startRelay",
      "startSource",
      "testDirectoryPlugin",
      "testHooksPlugin",
      "testJobQueue",
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
