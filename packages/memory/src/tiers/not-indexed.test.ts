import type { SpacePaths } from '@datacortex/platform'
import { createHashEmbedder } from '@datacortex/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { noteSpace, openIndex } from '../index/__fixtures__/note-space.ts'
import { updateNoteIndex } from '../index/update-note-index.ts'
import { indexMemories } from '../sessions/index-memories.ts'
import { remember } from '../sessions/remember.ts'
import { notIndexed } from './not-indexed.ts'
import { type Memory, openMemory } from './open-memory.ts'
import type { SearchHit } from '../search/search-port.ts'

const embedder = createHashEmbedder()
const noHit: SearchHit = { id: '', title: '', type: 'note', score: 0, hop: 0, snippet: '', origin: 'local' }

async function opened(paths: SpacePaths): Promise<Memory> {
  const memory = await openMemory(paths, { embedder, now: () => Date.parse('2026-01-01') })
  onTestFinished(async () => await memory[Symbol.asyncDispose]())
  return memory
}

test('recent memories do not hide a note, and each limit gives the beginning of the same answer', async () => {
  const paths = await noteSpace({
    'Sourdough starter.md': '# Sourdough starter\n\nFeed the sourdough starter daily.',
    'Bread.md': 'The starter of a sourdough bread rises.',
    'Kefir.md': 'Grains in milk.',
  })
  await updateNoteIndex(paths, { embedder })
  const index = await openIndex(paths, embedder)
  const now = (): Date => new Date('2025-12-31')
  for (let n = 0; n < 6; n += 1) {
    const summary = `Read ${n} pages of the sourdough book, where a starter was mentioned.`
    await remember(paths, { summary }, { collection: index.chunks, embedder, now })
  }
  const asked = async (query: string, limit: number): Promise<readonly string[]> => {
    await using memory = await openMemory(paths, { embedder, now: () => Date.parse('2026-01-01'), keepsHot: false })
    return (await memory.search(query, { limit })).hits.map(({ id }) => id)
  }
  const all = await asked('sourdough starter', 8)
  expect([all.length, all[0]]).toEqual([8, 'Sourdough starter.md#0'])
  for (const limit of [1, 2, 5]) expect(await asked('sourdough starter', limit)).toEqual(all.slice(0, limit))
  const memory = await opened(paths)
  await memory.search('sourdough starter', { limit: 2 })
  for (const limit of [1, 5, 3]) {
    const { hits } = await memory.search('sourdough starter', { limit })
    expect(hits.map(({ id }) => id)).toEqual(all.slice(0, limit))
  }
})

test('a memory that the index does not have yet is found beside its notes, by its score, and again', async () => {
  const paths = await noteSpace({
    'Starter.md': '# Sourdough starter\n\nFeed the sourdough starter daily.',
    'b.md': 'Kefir.',
  })
  await updateNoteIndex(paths, { embedder })
  const memory = await opened(paths)
  await memory.search('sourdough starter', { limit: 5 })
  const now = (): Date => new Date('2025-12-31')
  const { id } = await remember(paths, { summary: 'The starter in the sourdough jar is called Otto.' }, { now })
  for (const tier of ['tier2_warm', 'tier1_hot']) {
    const { hits, tier: answered } = await memory.search('sourdough starter', { limit: 5, expand: 1 })
    expect([answered, ...hits.slice(0, 2).map((hit) => hit.id)]).toEqual([tier, 'Starter.md#0', `memory:${id}`])
    expect(hits[1]?.score).toBeCloseTo(2 / 3)
  }
  const index = await openIndex(paths, embedder)
  expect(await notIndexed(index, [{ ...noHit, id: `memory:${id}` }])).toHaveLength(1)
  await indexMemories(paths, { collection: index.chunks })
  expect(await notIndexed(index, [{ ...noHit, id: `memory:${id}` }])).toEqual([])
  expect((await memory.search('sourdough starter', { limit: 1 })).hits).toMatchObject([{ path: 'Starter.md' }])
})
