import type { LinkGraph } from '@datacortex/notes'
import { type NoteIndex, openNoteIndex } from '@datacortex/memory'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { type SharedIndexes, sharedIndexes } from './shared-indexes.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const model = { modelId: 'lengths@1', dimensions: 2 }

test('however many search at once, one stays open, and is closed when none has searched for a while', async () => {
  const { indexes, ask, reported } = await watchedIndexes()
  const lent = await Promise.all(Array.from({ length: 8 }, ask))
  expect(await openOnes(lent)).toHaveLength(1)
  for (const one of lent) await one[Symbol.asyncDispose]()
  await vi.advanceTimersByTimeAsync(999)
  expect(reported.opened - reported.closed.length).toBe(1)
  const again = await ask()
  await vi.advanceTimersByTimeAsync(5000)
  expect(await openOnes([again])).toEqual(await openOnes(lent))
  await again[Symbol.asyncDispose]()
  await vi.advanceTimersByTimeAsync(1000)
  expect(reported.closed).toHaveLength(reported.opened)
  const [first] = await openOnes(lent)
  expect(await openOnes([await ask()])).not.toEqual([first])
  await indexes[Symbol.asyncDispose]()
})

test('after a write it is opened anew, and the one of before closed as soon as nobody searches it', async () => {
  const { ask, reported } = await watchedIndexes()
  const before = await ask()
  reported.version = 'written'
  const after = await ask()
  expect(await openOnes([before, after])).toEqual([0, 1])
  expect(reported.closed).toEqual([])
  await before[Symbol.asyncDispose]()
  await before[Symbol.asyncDispose]()
  expect(reported.closed).toEqual([0])
  await after[Symbol.asyncDispose]()
  reported.version = 'written again'
  await ask()
  expect(reported.closed).toEqual([0, 1])
})

test('what is written while it is opened makes it an older one', async () => {
  const { ask, reported } = await watchedIndexes()
  reported.onOpen = () => void (reported.version = 'written meanwhile')
  expect(await openOnes([await ask(), await ask(), await ask()])).toEqual([0, 1])
  expect(reported.opened).toBe(2)
})

test('at the end it is closed as soon as its search is done', async () => {
  const { indexes, ask, reported } = await watchedIndexes()
  const lent = await ask()
  await indexes[Symbol.asyncDispose]()
  expect(reported.closed).toEqual([])
  await lent[Symbol.asyncDispose]()
  expect(reported.closed).toEqual([0])
})

test('one that could not be opened is not kept', async () => {
  const { ask, reported } = await watchedIndexes()
  reported.onOpen = () => {
    throw new Error('no disk')
  }
  await expect(ask()).rejects.toThrow('no disk')
  reported.onOpen = () => {}
  expect(await openOnes([await ask()])).toEqual([1])
})

/** Which ones they are, by the number of notes that each tells. */
async function openOnes(lent: readonly NoteIndex[]): Promise<readonly number[]> {
  return [...new Set(await Promise.all(lent.map(async (one) => (await one.graph()).notes.size)))]
}

/** Opens indexes whose graphs tell by their sizes which one it is. */
async function watchedIndexes() {
  const { paths } = await workSpace()
  const reported = { opened: 0, closed: [] as number[], version: 'first', onOpen: () => {} }
  const indexes: SharedIndexes = sharedIndexes({
    open: async (space, asked) => {
      const number = reported.opened++
      reported.onOpen()
      const index = await openNoteIndex(space, asked)
      const notes = new Map(
        Array.from({ length: number }, (_, at) => [String(at), {}]),
      ) as unknown as LinkGraph['notes']
      return {
        ...index,
        graph: async () => ({ ...(await index.graph()), notes }),
        [Symbol.asyncDispose]: async () => {
          reported.closed.push(number)
          await index[Symbol.asyncDispose]()
        },
      }
    },
    versionOf: async () => await Promise.resolve(reported.version),
    idleMs: 1000,
  })
  return { indexes, reported, ask: async () => await indexes.open(paths, model) }
}
