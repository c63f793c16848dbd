import { posix } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pathInSpace } from './path-in-space.ts'

test.each([
  ['notes/a.md', 'notes/a.md'],
  ['./notes/a.md', 'notes/a.md'],
  ['notes/./a.md', 'notes/a.md'],
  ['notes//a.md', 'notes/a.md'],
  ['notes/', 'notes'],
  ['elsewhere/../notes/a.md', 'notes/a.md'],
  ['cafe\u0301/a.md', 'caf\u00e9/a.md'],
  ['.', ''],
  ['', ''],
  ['~/a.md', '~/a.md'],
  ['a: b.md', 'a: b.md'],
  ['..', undefined],
  ['notes/../../a.md', undefined],
  // Back in again: where that leads depends on the name of the folder.
  ['../space/a.md', undefined],
  ['/notes/a.md', undefined],
  ['C:/notes/a.md', undefined],
  ['c:\\notes\\a.md', undefined],
])('%j is %j', (path, expected) => {
  expect(pathInSpace(path)).toBe(expected)
})

test('what it gives names the same file, and is given for itself', () => {
  const part = fc.constantFrom('a', 'b', '.', '..', '', '...', 'ä')
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), (parts) => {
      const path = parts.join('/')
      const found = pathInSpace(path)
      if (found === undefined) return
      expect(posix.resolve('/space', found)).toBe(posix.resolve('/space', path))
      expect(pathInSpace(found)).toBe(found)
    }),
  )
})
