import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "FileUnreadableError",
      "FileUnwritableError",
      "JsonInvalidError",
      "LockTimeoutError",
      "PathRefusedError",
      "SettingsInvalidError",
      "SpaceNotFoundError",
      "appendLines",
      "createSpace",
      "findSpace",
      "isRecord",
      "openSpace",
      "parseJson",
      "readSecret",
      "readSettings",
      "readTextFile",
      "relativeParts",
      "removeTemporaryFiles",
      "resolveInside",
      "schemaIssues",
      "sha256",
      "spacePaths",
      "syncFolder",
      "systemErrorCode",
      "systemErrorReason",
      "userPaths",
      "walkFiles",
      "withLock",
      "withTimeLimit",
      "writeFileAtomically",
    ]
  `)
})
