import { readdir, stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ifReadable, ifThere } from './if-there.ts'

test('what is not there is undefined, and what is in the way is thrown', async () => {
  expect(await ifThere(stat('/nowhere'))).toBeUndefined()
  expect((await ifThere(stat('/')))?.isDirectory()).toBe(true)
  await expect(ifThere(readdir(import.meta.filename))).rejects.toMatchObject({ code: 'ENOTDIR' })
})

test('what the system refuses is undefined, and a bug is thrown', async () => {
  expect(await ifReadable(readdir(import.meta.filename))).toBeUndefined()
  expect(await ifReadable(Promise.resolve(1))).toBe(1)
  await expect(ifReadable(Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug')
})
