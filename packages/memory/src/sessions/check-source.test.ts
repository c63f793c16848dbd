import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { memorySpace } from './__fixtures__/memory-space.ts'
import { checkMemorySource, sourceHash } from './check-source.ts'

test('says whether the lines are still what they were', async () => {
  const paths = await memorySpace()
  const file = join(paths.root, 'note.md')
  await writeFile(file, 'one\ntwo\nthree')
  const span = { path: 'note.md', start: 2, end: 3 }
  const source = { ...span, sha256: await sourceHash(paths, span) }
  const whole = { path: 'note.md', sha256: await sourceHash(paths, { path: 'note.md' }) }
  await writeFile(file, 'changed\ntwo\nthree')
  expect(await checkMemorySource(paths, source)).toBe('same')
  expect(await checkMemorySource(paths, whole)).toBe('changed')
  expect(await checkMemorySource(paths, span)).toBe('unknown')
  expect(await checkMemorySource(paths, { ...span, end: 4 })).toBe('missing')
  expect(await checkMemorySource(paths, { path: 'gone.md' })).toBe('missing')
  await expect(checkMemorySource(paths, { path: '../x' })).rejects.toThrow('leaves its folder')
})
