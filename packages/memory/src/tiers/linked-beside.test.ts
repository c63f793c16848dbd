import { createHashEmbedder } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { noteSpace } from '../index/__fixtures__/note-space.ts'
import { updateNoteIndex } from '../index/update-note-index.ts'
import { openMemory } from './open-memory.ts'

const embedder = createHashEmbedder()

test('linked notes come beside what fills all places, from the index and from the cache', async () => {
  const notes = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`n${n}.md`, `Note ${n} of many.`]))
  for (let n = 0; n < 9; n += 1) notes[`walrus${n}.md`] = `# Walrus whiskers\n\nWalrus whiskers. [[n${n}]]`
  const paths = await noteSpace(notes)
  await updateNoteIndex(paths, { embedder })
  await using memory = await openMemory(paths, { embedder })
  for (const tier of ['tier2_warm', 'tier1_hot']) {
    const { hits, ...answer } = await memory.search('walrus whiskers', { limit: 3, expand: 1, explain: true })
    expect([answer.tier, hits.map(({ hop }) => hop)]).toEqual([tier, [0, 0, 0, 1, 1, 1]])
    expect(answer.paths?.hops.map(({ hop }) => hop)).toEqual([0, 1, 1, 1])
    const port = await memory.batch()('walrus whiskers', { limit: 3, expand: 1 })
    expect(port.map(({ path }) => path)).toEqual(hits.map(({ path }) => path))
  }
})
