import { join } from 'node:path'
import { expect, test } from 'vitest'
import { displayPath } from './display-path.ts'
import { terminalText } from './terminal-text.ts'

test('a path stands on one line, with all that is unseen in it spelled out', () => {
  const path = join(process.cwd(), 'notes\nverified\t\u202edm.a')
  expect(terminalText(displayPath(path))).toBe(String.raw`notes\nverified\t\u{202e}dm.a`)
})
