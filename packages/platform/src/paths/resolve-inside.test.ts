import { mkdir, symlink } from 'node:fs/promises'
import { join, relative, resolve, sep, win32 } from 'node:path'
import { CodedError } from '@datacortex/errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { relativeParts, resolveInside } from './resolve-inside.ts'

const pieces = fc.oneof(
  fc.constantFrom('..', '.', '/', '\\', '~', 'C:', 'a', ' ', '\0', '%2e%2e', '․․', '..\u200b', 'con', 'ä', '\ud800'),
  fc.string({ unit: 'binary', maxLength: 6 }),
)
const paths = fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join(''))

/** Undefined if the path is refused; any other error comes out. */
function acceptedParts(path: string): readonly string[] | undefined {
  try {
    return relativeParts(path)
  } catch (error) {
    if (CodedError.is(error, 'PLATFORM_PATH_REFUSED')) return undefined
    throw error
  }
}

test('whatever is accepted stays inside, here and on Windows', () => {
  fc.assert(
    fc.property(paths, (path) => {
      const parts = acceptedParts(path)
      if (parts === undefined) return
      const inside = relative('/base/folder', resolve('/base/folder', ...parts))
      expect(inside === '..' || inside.startsWith(`..${sep}`) || inside.startsWith(sep)).toBe(false)
      expect(inside.split(sep).filter(Boolean)).toEqual(parts)
      expect(win32.resolve('C:\\folder', ...parts)).toBe(['C:\\folder', ...parts].join('\\'))
    }),
    { numRuns: 5000 },
  )
})

test('ordinary names pass unchanged', () => {
  // No name that Windows keeps for a device ends so.
  const name = fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,20}y$/)
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 6 }), (parts) => {
      expect(relativeParts(parts.join('/'))).toEqual(parts)
      expect(relativeParts(`./${parts.join('/')}/`)).toEqual(parts)
    }),
  )
})

test.each([
  ['', 'it is empty'],
  ['/etc/passwd', 'it is absolute'],
  ['~/x', 'it is absolute'],
  ['c:x', 'it is absolute'],
  ['a/../../b', 'it leaves its folder'],
  ['a//b', 'it has an empty part'],
  ['a\\..\\b', 'it has a character that is not allowed in file names everywhere'],
  ['a\0b', 'it has a character that is not allowed in file names everywhere'],
  ['a\ud800', 'it is not valid Unicode'],
  ['docs/CON.md', 'a part of it is a reserved name'],
  ['lpt¹', 'a part of it is a reserved name'],
  ['a./b', 'a part of it is a reserved name'],
  ['.../b', 'a part of it is a reserved name'],
  ['ü'.repeat(128), 'a part of it is too long'],
])('%j is refused', (path, reason) => {
  expect(() => relativeParts(path)).toThrow(`is refused: ${reason}.`)
})

test('"." is the folder itself', async () => {
  expect(await resolveInside('/folder', './')).toBe(resolve('/folder'))
})

test('a link is refused wherever it stands and wherever it leads; an absent part is fine', async () => {
  const root = await temporaryFolder()
  await mkdir(join(root, 'real'))
  await symlink('real', join(root, 'link'))
  await symlink('/etc', join(root, 'real', 'out'))
  await expect(resolveInside(root, 'link/x')).rejects.toThrow('it passes through a symbolic link')
  await expect(resolveInside(root, 'real/out')).rejects.toThrow('it passes through a symbolic link')
  expect(await resolveInside(root, 'real/new/x.md')).toBe(join(root, 'real', 'new', 'x.md'))
})
