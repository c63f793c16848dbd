import { createHashEmbedder } from '@datacortex/testkit'
import { expect, test, vi } from 'vitest'
import { memorySpace, memoryText, openNotes } from '../memories/__fixtures__/memory-space.ts'
import { indexMemories } from '../memories/index-memories.ts'
import { embedPending } from './embed-pending.ts'

async function someMemories(texts: readonly string[]) {
  const collection = await openNotes(await memorySpace())
  await indexMemories(
    collection,
    texts.map((text, at) => memoryText(text, { id: `mem-${at}` })),
  )
  return collection
}

test('the model gets the next part before the one before it is stored, and no text of both twice', async () => {
  // Each text is there twice, in parts that follow each other.
  const collection = await someMemories(Array.from({ length: 600 }, (_, at) => `Walrus ${at % 300}.`))
  const inner = createHashEmbedder()
  const upsert = collection.upsert.bind(collection)
  const steps: string[] = []
  const texts: string[] = []
  vi.spyOn(collection, 'upsert').mockImplementation(async (rows, options) => {
    steps.push('store')
    return await upsert(rows, options)
  })
  const embedder = {
    ...inner,
    embed: async (some: readonly string[]) => {
      steps.push('embed')
      texts.push(...some)
      return await inner.embed(some)
    },
  }
  expect(await embedPending(collection, { embedder })).toEqual({ embedded: 300, pending: 0, postponed: 0 })
  expect(steps).toEqual(['embed', 'embed', 'store', 'embed', 'store', 'store'])
  expect(new Set(texts).size).toBe(texts.length)
  expect((await collection.pending()).size).toBe(0)
})

test('what was embedded is stored also if the part after it is aborted or fails', async () => {
  const inner = createHashEmbedder()
  for (const isAborted of [true, false]) {
    const collection = await someMemories(Array.from({ length: 300 }, (_, at) => `Heron ${at}.`))
    const stop = new AbortController()
    let calls = 0
    const embedder = {
      ...inner,
      embed: async (texts: readonly string[]) => {
        calls += 1
        if (calls === 2 && isAborted) stop.abort(new Error('enough'))
        if (calls === 2) throw new Error('enough')
        return await inner.embed(texts)
      },
    }
    await expect(embedPending(collection, { embedder, signal: stop.signal })).rejects.toThrow('enough')
    expect((await collection.pending()).size).toBe(300 - 256)
  }
})
