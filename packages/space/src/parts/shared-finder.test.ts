import { writeFile } from 'node:fs/promises'
import type { Embedder } from '@datacortex/embeddings'
import { expect, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { sharedFinder } from './shared-finder.ts'

async function countingFinder(agents: Readonly<Record<string, object>> = { writer: {}, painter: {} }) {
  const { paths, work } = await workSpace({ agents })
  const seen = { opened: 0, hold: Promise.resolve() }
  const openModel = async (): Promise<Embedder> => {
    seen.opened += 1
    await seen.hold
    return {
      modelId: 'lengths@1',
      dimensions: 2,
      embed: async (texts, { signal } = {}) => {
        signal?.throwIfAborted()
        return await Promise.resolve(texts.map(({ length }) => new Float32Array([Math.cos(length), Math.sin(length)])))
      },
      [Symbol.asyncDispose]: async () => await Promise.resolve(),
    }
  }
  const shared = sharedFinder(paths, { openModel, bundledDirectory: undefined, idleMs: 60_000 })
  return { paths, work, seen, shared }
}

test('it is opened once for many, and again when the agents change', async () => {
  const { paths, work, seen, shared } = await countingFinder()
  await using _ = shared
  const count = async (): Promise<number> => {
    await using finder = await shared.open(work)
    await finder.find('paint the wall')
    return finder.agentCount
  }
  expect(await Promise.all([count(), count(), count()])).toEqual([2, 2, 2])
  expect(await count()).toBe(2)
  const opened = seen.opened
  expect(await count()).toBe(2)
  expect(seen.opened).toBe(opened)
  const agents = { writer: { name: 'Writer', description: 'Writes', skills: [] } }
  await writeFile(paths.agentsFile, JSON.stringify({ agents }))
  expect(await count()).toBe(1)
})

test('what an answer could not wait for is embedded after it, unless that is the end', async () => {
  const agents = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`agent-${index}`, {}]))
  const { work, shared } = await countingFinder(agents)
  await using _ = shared
  const pending = async (): Promise<number> => {
    await using finder = await shared.open({ ...work, isAsked: true })
    return finder.update.pending
  }
  expect(await pending()).toBeGreaterThan(0)
  await expect.poll(pending).toBe(0)

  const other = await countingFinder(agents)
  await (await other.shared.open({ ...other.work, isAsked: true }))[Symbol.asyncDispose]()
  const { opened } = other.seen
  await other.shared[Symbol.asyncDispose]()
  expect(other.seen.opened).toBe(opened)
})

test('anyone who gives up waits no longer, and the others get what they wait for; with the last one it ends', async () => {
  const { work, seen, shared } = await countingFinder()
  await using _ = shared
  const { promise, resolve } = Promise.withResolvers<void>()
  seen.hold = promise
  const [one, two] = [new AbortController(), new AbortController()]
  const given = [one, two].map(async ({ signal }) => await shared.open({ ...work, signal }))
  one.abort(new Error('no more'))
  await expect(given[0]).rejects.toThrow('no more')
  resolve()
  await using finder = await given[1]
  expect(finder?.agentCount).toBe(2)
})
