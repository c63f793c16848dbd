import { expect, test } from 'vitest'
import {
  FileUnreadableError,
  FileUnwritableError,
  JsonInvalidError,
  LockTimeoutError,
  PathRefusedError,
  SettingsInvalidError,
  SpaceNotFoundError,
} from './errors.ts'

const errors = [
  new SpaceNotFoundError({ directory: '/desk' }),
  new LockTimeoutError({ file: '/lock', timeoutMs: 5, owner: undefined }),
  new FileUnreadableError({ file: '/a.md', reason: 'a binary file' }),
  new FileUnwritableError({ file: '/a.md', reason: 'no space left on the disk' }),
  new JsonInvalidError({ origin: 'a.json', issues: ['a: bad', 'b: bad'] }),
  new SettingsInvalidError({ file: '/settings.yaml', issues: ['find: bad'] }),
  new PathRefusedError({ path: '../x', reason: 'it leaves its folder' }),
] as const

test('each error says what happened, why and what to do', () => {
  expect(errors.map(({ name, code, message, hint }) => ({ name, code, message, hint }))).toMatchInlineSnapshot(`
    [
      {
        "code": "SPACE_NOT_FOUND",
        "hint": "datacortex init /desk",
        "message": "/desk has no .datacore folder, nor has any folder above it.",
        "name": "SpaceNotFoundError",
      },
      {
        "code": "PLATFORM_LOCK_TIMEOUT",
        "hint": "Wait for the other process to finish or stop it, then run the command again.",
        "message": "/lock was locked for more than 5 ms. Nothing was changed.",
        "name": "LockTimeoutError",
      },
      {
        "code": "PLATFORM_FILE_UNREADABLE",
        "hint": "Check that the file is there, is text in UTF-8 and may be read.",
        "message": "/a.md can't be read: a binary file.",
        "name": "FileUnreadableError",
      },
      {
        "code": "PLATFORM_FILE_UNWRITABLE",
        "hint": "Check free space and permissions, then run the command again.",
        "message": "/a.md can't be written: no space left on the disk. It is as it was before.",
        "name": "FileUnwritableError",
      },
      {
        "code": "PLATFORM_JSON_INVALID",
        "hint": "Correct the named fields.",
        "message": "a.json is not the JSON that was expected: a: bad; b: bad.",
        "name": "JsonInvalidError",
      },
      {
        "code": "PLATFORM_SETTINGS_INVALID",
        "hint": "Correct these fields; \`datacortex doctor\` shows them again.",
        "message": "/settings.yaml does not match the settings: find: bad.",
        "name": "SettingsInvalidError",
      },
      {
        "code": "PLATFORM_PATH_REFUSED",
        "hint": "Use a relative path inside the folder, without "..", links or special names.",
        "message": "The path "../x" is refused: it leaves its folder.",
        "name": "PathRefusedError",
      },
    ]
  `)
})
