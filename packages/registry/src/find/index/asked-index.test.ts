import type { Embedder } from '@datacortex/embeddings'
import { expect, test } from 'vitest'
import { countingEmbedder, findSpace, optionsOf } from '../__fixtures__/find-space.ts'
import { openFinder } from '../open-finder.ts'

test('anyone who asks while 2,000 agents are embedded is answered by words at once', async () => {
  const paths = await findSpace(agents(2000, 1))
  const { embedder } = countingEmbedder()
  const { promise: started, resolve: start } = Promise.withResolvers<undefined>()
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>()
  const slow: Embedder = {
    ...embedder,
    embed: async (texts, options) => {
      start(undefined)
      await released
      return await embedder.embed(texts, options)
    },
  }
  const importing = openFinder(paths, optionsOf(slow))
  await started
  const { embedder: own, texts } = countingEmbedder()
  const options = { ...optionsOf(own), isAsked: true }
  {
    await using finder = await openFinder(paths, options)
    expect(finder.update).toMatchObject({ embedded: 0, pending: 4000, isElsewhere: true })
    expect(finder.agentCount).toBe(2000)
    const { results } = await finder.find('gadget1234 repairs')
    expect(results[0]).toMatchObject({ id: 'agent-1234', matched_kind: 'words' })
    expect(texts).toEqual(['gadget1234 repairs'])
  }
  release(undefined)
  await (await importing)[Symbol.asyncDispose]()
  await using finder = await openFinder(paths, options)
  expect(finder.update).toMatchObject({ embedded: 0, pending: 0, changed: 0 })
})

test('anyone who asks after an interruption has few of many texts embedded, names and descriptions first', async () => {
  const paths = await findSpace(agents(1200, 3))
  const { embedder, texts } = countingEmbedder()
  const options = { ...optionsOf(embedder), isAsked: true }
  let last = Number.POSITIVE_INFINITY
  for (let asked = 0; last > 0; asked += 1) {
    expect(asked).toBeLessThan(20)
    const before = texts.length
    await using finder = await openFinder(paths, options)
    expect(texts.length - before).toBeLessThanOrEqual(1030)
    expect(finder.update.pending).toBeLessThan(last)
    last = finder.update.pending
    if (asked > 0) continue
    expect(last).toBeGreaterThan(4000)
    expect(texts.filter((text) => text.startsWith('example'))).toEqual([])
    // The last one's description is not embedded yet, its words are known.
    const { results } = await finder.find('gadget1199 repairs', { top: 1200 })
    expect(results).toContainEqual(expect.objectContaining({ id: 'agent-1199', matched_kind: 'words' }))
  }
  const embedded = texts.filter((text) => !text.endsWith('repairs'))
  expect(embedded).toHaveLength(6000)
  expect(new Set(embedded).size).toBe(6000)
})

test('what one who asks left is embedded by one who does not, and nothing twice', async () => {
  const paths = await findSpace(agents(1200, 3))
  const { embedder, texts } = countingEmbedder()
  await (await openFinder(paths, { ...optionsOf(embedder), isAsked: true }))[Symbol.asyncDispose]()
  const left = 6000 - texts.length
  await using finder = await openFinder(paths, optionsOf(embedder))
  expect(finder.update).toMatchObject({ embedded: left, pending: 0 })
})

/** Agents with two texts by which they say what they are, and some examples. */
function agents(count: number, examples: number): Parameters<typeof findSpace>[0] {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `agent-${index}`,
      {
        description: `Repairs gadget${index}`,
        ...(examples > 1
          ? {
              triggers: {
                examples: Array.from({ length: examples }, (_, place) => `example ${place} of job ${index}`),
              },
            }
          : {}),
      },
    ]),
  )
}
