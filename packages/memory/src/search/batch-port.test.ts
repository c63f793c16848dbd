import { createHashEmbedder } from '@datacortex/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { noteSpace, writeNote } from '../index/__fixtures__/note-space.ts'
import { updateNoteIndex } from '../index/update-note-index.ts'
import type { SearchPort } from './search-port.ts'
import type { Memory } from './open-memory.ts'
import { openMemory } from './open-memory.ts'

const embedder = createHashEmbedder()

async function opened(paths: Parameters<typeof openMemory>[0]): Promise<Memory> {
  const memory = await openMemory(paths, { embedder })
  onTestFinished(async () => await memory[Symbol.asyncDispose]())
  return memory
}

async function found(port: SearchPort, query: string): Promise<readonly (string | undefined)[]> {
  return (await port(query, { limit: 5 })).map(({ path }) => path)
}

test('a batch finds the index and the files that waited for it, but not what it writes itself', async () => {
  const paths = await noteSpace({ 'a.md': 'walrus', 'c.md': 'seal' })
  await updateNoteIndex(paths, { embedder })
  await writeNote(paths, 'b.md', 'penguin')
  const memory = await opened(paths)
  const batch = memory.batch()
  expect(await found(batch, 'walrus')).toContain('a.md')
  expect(await found(batch, 'penguin')).toContain('b.md')
  await writeNote(paths, 'own.md', 'albatross')
  expect(await found(batch, 'albatross')).not.toContain('own.md')
  expect(await found(memory.batch(), 'albatross')).toContain('own.md')
  expect(await found(memory.port, 'albatross')).toContain('own.md')
})

test('without an index a batch asks the files that were there', async () => {
  const paths = await noteSpace({ 'a.md': 'walrus' })
  const batch = (await opened(paths)).batch()
  expect(await found(batch, 'walrus')).toEqual(['a.md'])
  await writeNote(paths, 'own.md', 'walrus')
  expect(await found(batch, 'walrus')).toEqual(['a.md'])
})

test('the same question again is asked again: the hot cache has no part in it', async () => {
  const paths = await noteSpace({ 'a.md': 'walrus' })
  await updateNoteIndex(paths, { embedder })
  const memory = await opened(paths)
  const batch = memory.batch()
  await found(batch, 'walrus')
  expect((await memory.search('walrus', { limit: 5 })).tier).toBe('tier2_warm')
})

test('a batch does not look through the space again for each question', async () => {
  const paths = await noteSpace({ 'a.md': 'walrus' })
  const batch = (await opened(paths)).batch()
  const question = async (): Promise<number> => {
    const before = process.cpuUsage()
    for (let round = 0; round < 5; round += 1) await found(batch, 'walrus')
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  await question()
  const few = await question()
  for (let note = 0; note < 2000; note += 1) await writeNote(paths, `own/${note % 20}/${note}.md`, 'seal')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await question()).toBeLessThan(10 * few + 100_000)
})
