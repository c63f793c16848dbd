import { CodedError } from '@datacortex/errors'
import { createHashEmbedder } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { memorySpace, openNotes, tickingClock } from './__fixtures__/memory-space.ts'
import { readMemories } from './memory-journal.ts'
import { remember } from './remember.ts'
import { confirmMemory, supersedeMemory } from './supersede.ts'

const march = (): Date => new Date('2026-03-10T00:00:00Z')
const april = (): Date => new Date('2026-04-10T00:00:00Z')

test('a superseded memory stays readable, with both times, and leaves the index', async () => {
  const paths = await memorySpace()
  const collection = await openNotes(paths)
  const options = { embedder: createHashEmbedder(), collection }
  const old = await remember(paths, { summary: 'The API key lives in vault A.' }, { ...options, now: march })
  const fresh = await remember(
    paths,
    { summary: 'The API key lives in vault B.', supersedes: old.id, valid_at: '2026-04-01' },
    { ...options, now: april },
  )
  const { memories } = await readMemories(paths)
  expect(memories).toMatchObject([
    {
      status: 'superseded',
      superseded_by: fresh.id,
      invalid_at: '2026-04-01',
      expired_at: '2026-04-10T00:00:00.000Z',
    },
    { status: 'candidate', supersedes: old.id },
  ])
  expect((await collection.searchText('vault')).map(({ id }) => id)).toEqual([`memory:${fresh.id}`])
})

test('what replaced a memory with the same words is what the words are merged into', async () => {
  const paths = await memorySpace()
  const summary = 'The API key lives in vault A.'
  const old = await remember(paths, { summary })
  const fresh = await remember(paths, { summary, supersedes: old.id })
  expect(await remember(paths, { summary })).toMatchObject({ id: fresh.id, merged: true })
  expect((await readMemories(paths)).memories).toHaveLength(2)
})

test('superseding afterwards and confirming', async () => {
  const paths = await memorySpace()
  const collection = await openNotes(paths)
  const now = tickingClock('2026-03-10T00:00:00Z')
  const [one, two] = [
    await remember(paths, { summary: 'One.' }, { now, collection }),
    await remember(paths, { summary: 'Two.' }, { now, collection }),
  ]
  await supersedeMemory(paths, { id: one.id, by: two.id }, { now, collection, invalidAt: '2026-03-01' })
  await supersedeMemory(paths, { id: one.id, by: two.id }, { now })
  await confirmMemory(paths, two.id, { now })
  await confirmMemory(paths, two.id, { now })
  expect((await readMemories(paths)).memories).toMatchObject([
    { status: 'superseded', invalid_at: '2026-03-01' },
    { status: 'confirmed' },
  ])
  expect(await collection.count()).toBe(1)
  // Saying the superseded thing again is a new memory, not a merge into what no longer holds.
  expect(await remember(paths, { summary: 'One.' }, { now })).toMatchObject({ id: 'mem-2026-03-10-003', merged: false })
})

test.each([
  ['an unknown old one', { id: 'mem-x', by: 'mem-2026-03-10-001' }, 'MEMORY_UNKNOWN'],
  ['an unknown new one', { id: 'mem-2026-03-10-001', by: 'mem-x' }, 'MEMORY_UNKNOWN'],
  ['itself', { id: 'mem-2026-03-10-001', by: 'mem-2026-03-10-001' }, 'MEMORY_SUPERSEDE_REFUSED'],
  ['a circle', { id: 'mem-2026-03-10-002', by: 'mem-2026-03-10-003' }, 'MEMORY_SUPERSEDE_REFUSED'],
  [
    'one that is superseded already',
    { id: 'mem-2026-03-10-003', by: 'mem-2026-03-10-001' },
    'MEMORY_SUPERSEDE_REFUSED',
  ],
])('%s is refused', async (_name, change, code) => {
  const paths = await memorySpace()
  for (const summary of ['One.', 'Two.', 'Three.']) await remember(paths, { summary }, { now: march })
  await supersedeMemory(paths, { id: 'mem-2026-03-10-003', by: 'mem-2026-03-10-002' }, { now: march })
  const before = await readMemories(paths)
  const error = await supersedeMemory(paths, change, { now: april }).catch((thrown: unknown) => thrown)
  expect(CodedError.is(error, code), String(error)).toBe(true)
  expect(await readMemories(paths)).toEqual(before)
})

test('a new memory can replace neither what is unknown nor what was replaced', async () => {
  const paths = await memorySpace()
  const { id } = await remember(paths, { summary: 'One.' }, { now: march })
  await remember(paths, { summary: 'Two.', supersedes: id }, { now: april })
  await expect(remember(paths, { summary: 'Three.', supersedes: id })).rejects.toThrow('does so already')
  await expect(remember(paths, { summary: 'Three.', supersedes: 'mem-x' })).rejects.toThrow('no memory "mem-x"')
  await expect(confirmMemory(paths, 'mem-x')).rejects.toThrow('no memory "mem-x"')
})
