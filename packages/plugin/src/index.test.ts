import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "KeyedSourceAddress",
      "Manifest",
      "ManifestInvalidError",
      "PluginAnswerInvalidError",
      "PluginInvalidError",
      "SecretName",
      "SourceAddress",
      "SourceAddressRefusedError",
      "SourceAnswerInvalidError",
      "SourceFailedError",
      "SourceKeyMissingError",
      "SourceThrottledError",
      "askSource",
      "checkExtraction",
      "checkManifest",
      "concealedStream",
      "definePlugin",
      "goodItems",
      "hookPoints",
      "isTellingWord",
      "keyedOnlyOverHttps",
      "moduleName",
      "plainText",
      "publishedAt",
      "readWave",
      "retryAfterMs",
      "saidByServer",
      "secretSpellings",
      "sourceKey",
      "sourceUrl",
      "webUrl",
    ]
  `)
})
