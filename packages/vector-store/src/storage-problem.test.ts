import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CodedError } from '@datacortex/errors'
import { expect, test } from 'vitest'
import { open, temporaryFolder } from './__fixtures__/rows.ts'
import { storageProblem } from './storage-problem.ts'

test.each<[unknown, string | undefined]>([
  [Object.assign(new Error('x'), { code: 'ENOSPC' }), 'the disk is full'],
  [Object.assign(new Error('x'), { code: 'EROFS' }), 'the disk is read-only'],
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

test('a file where the folder should be is an error, not a crash', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'agents'), 'not a folder')
  await expect(open(folder)).rejects.toThrow(/agents/)
})
