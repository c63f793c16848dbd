import { expect, test } from 'vitest'
import { platformError } from './errors.ts'

const errors = [
  platformError('SPACE_NOT_FOUND', { directory: '/desk' }),
  platformError('PLATFORM_LOCK_TIMEOUT', { file: '/lock', timeoutMs: 5, owner: undefined }),
  platformError('PLATFORM_FILE_UNREADABLE', { file: '/a.md', reason: 'a binary file' }),
  platformError('PLATFORM_FILE_UNWRITABLE', { file: '/a.md', reason: 'no space left on the disk' }),
  platformError('PLATFORM_JSON_INVALID', { origin: 'a.json', issues: ['a: bad', 'b: bad'] }),
  platformError('PLATFORM_SETTINGS_INVALID', { file: '/settings.yaml', issues: ['find: bad'] }),
  platformError('PLATFORM_PATH_REFUSED', { path: '../x', reason: 'it leaves its folder' }),
] as const

test('each error says what happened, why and what to do', () => {
  expect(errors.map(({ code, message, hint }) => ({ code, message, hint }))).toMatchInlineSnapshot(`
    [
      {
        "code": "SPACE_NOT_FOUND",
        "hint": "datacortex init /desk",
        "message": "/desk has no .datacore folder, nor has any folder above it.",
      },
      {
        "code": "PLATFORM_LOCK_TIMEOUT",
        "hint": "Wait for the other process to finish or stop it, then run the command again.",
        "message": "/lock was locked for more than 5 ms. Nothing was changed.",
      },
      {
        "code": "PLATFORM_FILE_UNREADABLE",
        "hint": "Check that the file is there, is text in UTF-8 and may be read.",
        "message": "/a.md can't be read: a binary file.",
      },
      {
        "code": "PLATFORM_FILE_UNWRITABLE",
        "hint": "Check free space and permissions, then run the command again.",
        "message": "/a.md can't be written: no space left on the disk. It is as it was before.",
      },
      {
        "code": "PLATFORM_JSON_INVALID",
        "hint": "Correct the named fields.",
        "message": "a.json is not the JSON that was expected: a: bad; b: bad.",
      },
      {
        "code": "PLATFORM_SETTINGS_INVALID",
        "hint": "Correct these fields; \`datacortex doctor\` shows them again.",
        "message": "/settings.yaml does not match the settings: find: bad.",
      },
      {
        "code": "PLATFORM_PATH_REFUSED",
        "hint": "Use a relative path inside the folder, without "..", links or special names.",
        "message": "The path "../x" is refused: it leaves its folder.",
      },
    ]
  `)
})
