import { createHashEmbedder } from '@datacortex/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { noteSpace, writeNote } from '../index/__fixtures__/note-space.ts'
import { updateNoteIndex } from '../index/update-note-index.ts'
import type { SearchPort } from '../search/search-port.ts'
import { type Memory, openMemory } from './open-memory.ts'

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
  const { root, ...rest } = await noteSpace({ 'a.md': 'walrus' })
  let looks = 0
  const paths = {
    ...rest,
    get root() {
      looks += 1
      return root
    },
  }
  const batch = (await opened(paths)).batch()
  const looksOfQuestion = async (): Promise<number> => {
    const before = looks
    expect(await found(batch, 'walrus')).toEqual(['a.md'])
    return looks - before
  }
  const first = await looksOfQuestion()
  const second = await looksOfQuestion()
  expect(second).toBeLessThan(first)
  await writeNote({ ...rest, root }, 'own/b.md', 'walrus')
  expect(await looksOfQuestion()).toBe(second)
})
