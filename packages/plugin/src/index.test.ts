import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "KeyedSourceAddress",
      "KeyedSourceSettings",
      "Manifest",
      "SecretName",
      "SourceAddress",
      "SourceSettings",
      "askSource",
      "checkExtraction",
      "checkManifest",
      "concealedStream",
      "decodeEntities",
      "definePlugin",
      "goodItems",
      "hideSecrets",
      "hookPoints",
      "isPublicAddress",
      "isTellingWord",
      "keyedOnlyOverHttps",
      "moduleName",
      "plainText",
      "pluginError",
      "publishedAt",
      "readBody",
      "readRefusal",
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
