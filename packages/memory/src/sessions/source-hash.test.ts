import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { memorySpace } from './__fixtures__/memory-space.ts'
import { sourceHash } from './source-hash.ts'

test('the hash is that of the lines, and tells whether they are still what they were', async () => {
  const paths = await memorySpace()
  const file = join(paths.root, 'note.md')
  await writeFile(file, 'one\ntwo\nthree')
  const span = { path: 'note.md', start: 2, end: 3 }
  const lines = await sourceHash(paths, span)
  const whole = await sourceHash(paths, { path: 'note.md' })
  await writeFile(file, 'changed\ntwo\nthree')
  expect(await sourceHash(paths, span)).toBe(lines)
  expect(await sourceHash(paths, { path: 'note.md' })).not.toBe(whole)
  expect(await sourceHash(paths, { ...span, end: 4 })).toBeUndefined()
  expect(await sourceHash(paths, { path: 'gone.md' })).toBeUndefined()
  await expect(sourceHash(paths, { path: '../x' })).rejects.toThrow('leaves its folder')
})
