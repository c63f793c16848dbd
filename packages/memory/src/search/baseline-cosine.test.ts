import { createHashEmbedder } from '@datacortex/testkit'
import { expect, test, vi } from 'vitest'
import { memorySpace, openNotes } from '../memories/__fixtures__/memory-space.ts'
import { cosineSample } from './baseline-cosine.ts'

test('the sample is kept until many rows came or went, also if texts are there twice', async () => {
  const embedder = createHashEmbedder()
  const notes = await openNotes(await memorySpace(), embedder)
  const add = async (from: number, to: number): Promise<void> => {
    const texts = Array.from({ length: to - from }, (_, place) => `walrus ${Math.floor((from + place) / 2)}`)
    const vectors = await embedder.embed(texts)
    await notes.upsert(
      texts.map((text, place) => ({
        id: `a.md#${from + place}`,
        text,
        hash: text,
        vector: vectors[place],
        fields: { path: 'a.md' },
      })),
    )
  }
  await add(0, 100)
  const read = vi.spyOn(notes, 'vectorsOf')
  expect((await cosineSample(notes, { rows: 100 })).size).toBe(50)
  await cosineSample(notes, { rows: 100 })
  await cosineSample(notes, { rows: 105 })
  expect(read).toHaveBeenCalledTimes(1)
  await add(100, 110)
  expect((await cosineSample(notes, { rows: 110 })).size).toBe(55)
  expect(read).toHaveBeenCalledTimes(2)
})

test('a sample of which a part is not embedded yet is taken again', async () => {
  const notes = await openNotes(await memorySpace())
  await notes.upsert([{ id: 'a.md#0', text: 'walrus', hash: 'x', fields: { path: 'a.md' } }])
  expect((await cosineSample(notes, { rows: 1 })).size).toBe(0)
  const [vector] = await createHashEmbedder().embed(['walrus'])
  await notes.upsert([{ id: 'a.md#0', text: 'walrus', hash: 'x', vector, fields: { path: 'a.md' } }])
  expect((await cosineSample(notes, { rows: 1 })).size).toBe(1)
})

test('of a long note only a few rows are in the sample as long as others fill it', async () => {
  const notes = await openNotes(await memorySpace())
  const row = (id: string, hash: string, vector: Float32Array) => ({ id, text: id, hash, vector, fields: {} })
  const [one = new Float32Array(), other = new Float32Array()] = await createHashEmbedder().embed(['walrus', 'seal'])
  // By their hashes alone all those of the long note would come first.
  await notes.upsert([
    ...Array.from({ length: 400 }, (_, n) => row(`long.md#${n}`, `a${n}`, one)),
    ...Array.from({ length: 252 }, (_, n) => row(`${n}.md#0`, `b${n}`, other)),
  ])
  const sample = await cosineSample(notes, { rows: 652 })
  expect(sample.size).toBe(256)
  expect(sample.ordinary(other).mean).toBeGreaterThan(0.98)
})
