import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import { createHashEmbedder } from '@datacortex/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { noteSpace, openIndex } from '../index/__fixtures__/note-space.ts'
import { updateNoteIndex } from '../index/update-note-index.ts'
import { indexMemories } from '../memories/index-memories.ts'
import { given, memoryText } from '../memories/__fixtures__/memory-space.ts'
import type { MemoryText, ReadMemoryTexts } from '../memories/memory-text.ts'
import { placeMemory } from '../memories/place-memory.ts'
import { notIndexed } from './not-indexed.ts'
import { type Memory, openMemory } from './open-memory.ts'
import type { SearchHit } from '../search/search-port.ts'

const embedder = createHashEmbedder()
const noHit: SearchHit = { id: '', title: '', type: 'note', score: 0, hop: 0, snippet: '', origin: 'local' }

async function opened(paths: SpacePaths, memories?: ReadMemoryTexts): Promise<Memory> {
  const memory = await openMemory(paths, { embedder, memories, now: () => Date.parse('2026-01-01') })
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
  const read: MemoryText[] = []
  for (let n = 0; n < 6; n += 1) {
    const summary = `Read ${n} pages of the sourdough book, where a starter was mentioned.`
    const memory = memoryText(summary, { id: `mem-${n}`, timestamp: '2025-12-31T00:00:00.000Z' })
    read.push(memory)
    await placeMemory(memory, { collection: index.chunks, embedder })
  }
  const memories = given(...read)
  const asked = async (query: string, limit: number): Promise<readonly string[]> => {
    await using memory = await openMemory(paths, {
      embedder,
      memories,
      now: () => Date.parse('2026-01-01'),
      keepsHot: false,
    })
    return (await memory.search(query, { limit })).hits.map(({ id }) => id)
  }
  const all = await asked('sourdough starter', 8)
  expect([all.length, all[0]]).toEqual([8, 'Sourdough starter.md#0'])
  for (const limit of [1, 2, 5]) expect(await asked('sourdough starter', limit)).toEqual(all.slice(0, limit))
  const memory = await opened(paths, memories)
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
  const remembered: MemoryText[] = []
  const memory = await opened(paths, async () => await Promise.resolve(remembered))
  await memory.search('sourdough starter', { limit: 5 })
  const timestamp = '2025-12-31T00:00:00.000Z'
  const said = memoryText('The starter in the sourdough jar is called Otto.', { timestamp })
  const { id } = said
  remembered.push(said)
  await mkdir(join(paths.root, '0-personal/minds/user/logs'), { recursive: true })
  for (const tier of ['tier2_warm', 'tier1_hot']) {
    const { hits, tier: answered } = await memory.search('sourdough starter', { limit: 5, expand: 1 })
    expect([answered, ...hits.slice(0, 2).map((hit) => hit.id)]).toEqual([tier, 'Starter.md#0', `memory:${id}`])
    expect(hits[1]?.score).toBeCloseTo(2 / 3)
  }
  const index = await openIndex(paths, embedder)
  expect(await notIndexed(index, [{ ...noHit, id: `memory:${id}` }])).toHaveLength(1)
  await indexMemories(index.chunks, remembered)
  expect(await notIndexed(index, [{ ...noHit, id: `memory:${id}` }])).toEqual([])
  expect((await memory.search('sourdough starter', { limit: 1 })).hits).toMatchObject([{ path: 'Starter.md' }])
})
