import { createHashEmbedder } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { recentMemories } from '../tiers/cold-port.ts'
import { memorySpace, openNotes, tickingClock } from './__fixtures__/memory-space.ts'
import { indexMemories } from './index-memories.ts'
import { MemoryJournal, readMemories } from './memory-journal.ts'
import { remember } from './remember.ts'
import { confirmMemory, retractMemory, supersedeMemory } from './supersede.ts'

test('a retracted memory leaves the index and every answer, and the journal keeps it with the reason', async () => {
  const paths = await memorySpace()
  const collection = await openNotes(paths)
  const now = tickingClock('2026-03-10T00:00:00Z')
  const summary = 'The key lies under the mat.'
  const { id } = await remember(paths, { summary }, { embedder: createHashEmbedder(), collection, now })
  expect(await retractMemory(paths, { id, reason: 'a joke' }, { collection, now })).toBe(true)
  expect(await collection.count()).toBe(0)
  const { memories, findings } = await readMemories(paths)
  expect(findings).toEqual([])
  expect(memories).toMatchObject([
    { id, summary, status: 'retracted', retraction: 'a joke', expired_at: '2026-03-10T00:00:02.000Z' },
  ])
  expect(memories[0]).not.toHaveProperty('superseded_by')
  expect(await recentMemories(new MemoryJournal(paths), Date.parse('2026-03-10T12:00:00Z'))).toEqual([])
  expect(await indexMemories(paths, { collection })).toMatchObject({ written: 0, removed: 0, findings: [] })
  // Saying it again is a new memory.
  expect(await remember(paths, { summary }, { now })).toMatchObject({ id: 'mem-2026-03-10-002', merged: false })
})

test('what does not hold any more is not retracted, confirmed nor replaced, and nothing replaces by it', async () => {
  const paths = await memorySpace()
  const ids: string[] = []
  for (const summary of ['One.', 'Two.', 'Three.']) ids.push((await remember(paths, { summary })).id)
  const [one = '', two = '', three = ''] = ids
  await supersedeMemory(paths, { id: one, by: two })
  expect(await retractMemory(paths, { id: one })).toBe(false)
  expect(await retractMemory(paths, { id: two })).toBe(true)
  expect(await retractMemory(paths, { id: two })).toBe(false)
  await confirmMemory(paths, two)
  expect((await readMemories(paths)).memories.map(({ status }) => status)).toEqual([
    'superseded',
    'retracted',
    'candidate',
  ])
  const refused = { code: 'MEMORY_SUPERSEDE_REFUSED', message: expect.stringContaining('it was retracted') }
  await expect(supersedeMemory(paths, { id: two, by: three })).rejects.toMatchObject(refused)
  await expect(remember(paths, { summary: 'Four.', supersedes: two })).rejects.toMatchObject(refused)
  await expect(supersedeMemory(paths, { id: three, by: two })).rejects.toMatchObject({
    code: 'MEMORY_SUPERSEDE_REFUSED',
  })
  await expect(retractMemory(paths, { id: 'mem-x' })).rejects.toMatchObject({ code: 'MEMORY_UNKNOWN' })
})
