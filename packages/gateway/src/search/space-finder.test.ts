import type { Finder } from '@datacortex/registry'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SpaceFinder } from './space-finder.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** One whose prompts always differ from what it indexed, as on a disk that takes no newer index. */
function finderOf(problem: string | undefined): Finder {
  return {
    agentCount: 0,
    update: { embedded: 0, changed: 0, removed: 0, tookMs: 0, ...(problem === undefined ? {} : { problem }) },
    find: () => Promise.resolve({ query: '', results: [] } as unknown as Awaited<ReturnType<Finder['find']>>),
    promptsAreUnchanged: () => false,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}

test.each([
  ['was made', undefined, [2, 3, 4]],
  ['could not be made', 'no space left on device', [1, 1, 2]],
])('changed prompts open it again at once where a newer index %s', async (_, problem, opened) => {
  const open = vi.fn<() => Promise<Finder>>(() => Promise.resolve(finderOf(problem)))
  await using finder = new SpaceFinder(open)
  const counts: number[] = []
  await finder.find('bread', { version: 1 })
  for (const passed of [1001, 1001, 30_000]) {
    vi.advanceTimersByTime(passed)
    await finder.find('bread', { version: 1 })
    counts.push(open.mock.calls.length)
  }
  expect(counts).toEqual(opened)
})

test('another version opens it again whatever happened before', async () => {
  const open = vi.fn<() => Promise<Finder>>(() => Promise.resolve(finderOf('no space left on device')))
  await using finder = new SpaceFinder(open)
  for (const version of [1, 1, 2]) await finder.find('bread', { version })
  expect(open).toHaveBeenCalledTimes(2)
})

test('one that could not be opened is opened again by the next search', async () => {
  const open = vi.fn<() => Promise<Finder>>(() => Promise.resolve(finderOf(undefined)))
  open.mockRejectedValueOnce(new Error('broken'))
  await using finder = new SpaceFinder(open)
  await expect(finder.find('bread', { version: 1 })).rejects.toThrow('broken')
  await expect(finder.find('bread', { version: 1 })).resolves.toMatchObject({ results: [] })
})
