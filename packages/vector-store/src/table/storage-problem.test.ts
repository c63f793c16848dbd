import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CodedError } from '@datacortex/errors'
import { expect, test } from 'vitest'
import { open, temporaryFolder } from '../__fixtures__/rows.ts'
import { storageProblem } from './storage-problem.ts'

test.each<[unknown, string | undefined]>([
  [Object.assign(new Error('x'), { code: 'ENOSPC' }), 'the disk is full'],
  [Object.assign(new Error('x'), { code: 'EROFS' }), 'the disk is read-only'],
  [new Error('LanceError(IO): File too large (os error 27)'), 'a file would be larger than it may be'],
  [new Error('LanceError(IO): Permission denied (os error 13)'), 'permission denied'],
  [new Error('Generic LocalFileSystem error: Too many open files (os error 24)'), 'too many open files'],
  [
    new CodedError('PLATFORM_X', 'no space left', { cause: Object.assign(new Error('x'), { code: 'EACCES' }) }),
    'permission denied',
  ],
  [new CodedError('PLATFORM_X', 'the file "no space left" is odd'), undefined],
  [new Error('Invalid range 0..824 for object of size 10 bytes'), undefined],
  ['no space left', undefined],
])('reads %s', (error, reason) => {
  expect(storageProblem(error)).toBe(reason)
})

test('a file in the place of the folder gives way, and one above it is an error with a code', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'agents'), 'not a folder')
  expect(await (await open(folder)).count()).toBe(0)
  await writeFile(join(folder, 'above'), 'not a folder')
  await expect(open(join(folder, 'above'))).rejects.toSatisfy((error) => CodedError.is(error))
})
