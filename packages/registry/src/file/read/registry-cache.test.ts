import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporarySpace } from '../__fixtures__/temporary-space.ts'
import { readRegistry } from './read-registry.ts'

const large = `agents:\n${Array.from({ length: 400 }, (_, index) => `  a${index}: {description: agent ${index}, skills: [s]}`).join('\n')}\n`

test('what was read is kept under the hash of the file and is the same', async () => {
  const paths = await temporarySpace(large)
  const file = join(paths.cacheDirectory, 'registry.json')
  const parsed = await readRegistry(paths)
  expect(await readFile(file, 'utf8')).toContain(parsed.sha256)
  expect(await readRegistry(paths)).toEqual(parsed)
  await writeFile(paths.agentsFile, large.replace('agent 7,', 'changed,'))
  expect((await readRegistry(paths)).agents.get('a7')?.entry.description).toBe('changed')
})

test('a damaged, cut or foreign cache is not believed', async () => {
  const paths = await temporarySpace(large)
  const file = join(paths.cacheDirectory, 'registry.json')
  const parsed = await readRegistry(paths)
  const kept = await readFile(file, 'utf8')
  for (const damaged of [
    '',
    'x',
    kept.slice(0, -100),
    kept.replace('agent 7', 'agent 8'),
    kept.replace(/registry-cache \w+/, 'registry-cache 1'),
  ]) {
    await writeFile(file, damaged)
    expect(await readRegistry(paths)).toEqual(parsed)
  }
  const other = await temporarySpace(large)
  await readRegistry(other)
  await writeFile(join(other.cacheDirectory, 'registry.json'), kept)
  expect((await readRegistry(other)).file).toBe(other.agentsFile)
})

test('small files are not kept, and a cache that can not be written is no error', async () => {
  const small = await temporarySpace('agents: {}\n')
  await readRegistry(small)
  await expect(stat(small.cacheDirectory)).rejects.toThrow('ENOENT')
  const blocked = await temporarySpace(large)
  await rm(blocked.cacheDirectory, { recursive: true, force: true })
  await writeFile(blocked.cacheDirectory, 'a file where a folder belongs')
  expect((await readRegistry(blocked)).agents.size).toBe(400)
})
