import { createHashEmbedder } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { noteSpace, writeNote } from '../index/__fixtures__/note-space.ts'
import { updateNoteIndex } from '../index/update-note-index.ts'
import { type OpenMemoryOptions, openMemory } from './open-memory.ts'

const embedder = createHashEmbedder()

test('memories of one batch believe each other for some seconds that every file is indexed', async () => {
  const notes = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`n${n}.md`, `Letter ${n} about bread.`]))
  const paths = await noteSpace(notes)
  await updateNoteIndex(paths, { embedder })
  let now = 0
  const allIndexed = { until: Number.NEGATIVE_INFINITY }
  const first = async (options: Partial<OpenMemoryOptions>): Promise<string | undefined> => {
    await using memory = await openMemory(paths, { embedder, keepsHot: false, elapsed: () => now, ...options })
    return (await memory.search('zebra stripes of which letter', { limit: 3 })).hits[0]?.path
  }
  await first({ allIndexed })
  await writeNote(paths, 'Zebras.md', 'The stripes of a zebra: which letter do they form?')
  expect(await first({ allIndexed })).toMatch(/^n\d+\.md$/)
  expect(await first({})).toBe('Zebras.md')
  now = 5000
  expect(await first({ allIndexed })).toBe('Zebras.md')
})

test('they believe each other for longer where looking at the files took long', async () => {
  const paths = await noteSpace({ 'a.md': 'A letter about bread.', 'b.md': 'A letter about butter.' })
  await updateNoteIndex(paths, { embedder })
  let now = 0
  const allIndexed = { until: Number.NEGATIVE_INFINITY }
  const elapsed = (): number => (now += 50)
  await using memory = await openMemory(paths, { embedder, keepsHot: false, elapsed, allIndexed })
  await memory.search('zebra stripes of which letter', { limit: 3 })
  expect(allIndexed.until - now).toBeGreaterThan(10_000)
})
