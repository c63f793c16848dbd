import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "Manifest",
      "ManifestInvalidError",
      "PluginInvalidError",
      "checkExtraction",
      "checkManifest",
      "definePlugin",
      "hookPoints",
      "moduleName",
      "retryAfterMs",
    ]
  `)
})
