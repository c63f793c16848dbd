import type { Embedder } from '@datacortex/embeddings'
import { expect, test } from 'vitest'
import { embedOnce } from './embed-once.ts'

/** An embedder whose vector of a text is its length. */
function lengths(embed: (texts: readonly string[]) => void = () => {}): Embedder {
  return {
    modelId: 'lengths',
    dimensions: 1,
    embed: async (texts) => {
      embed(texts)
      return await Promise.resolve(texts.map((text) => Float32Array.of(text.length)))
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}

const first = async (embedder: Embedder, ...texts: readonly string[]): Promise<readonly (number | undefined)[]> =>
  (await embedder.embed(texts)).map(([length]) => length)

test('each text is embedded once, and answers keep the order of the texts', async () => {
  const asked: (readonly string[])[] = []
  await using embedder = embedOnce(lengths((texts) => asked.push(texts)))
  expect(await first(embedder, 'a', 'bbb', 'a')).toEqual([1, 3, 1])
  expect(await Promise.all([first(embedder, 'cc', 'bbb'), first(embedder, 'cc')])).toEqual([[2, 3], [2]])
  expect(asked).toEqual([['a', 'bbb'], ['cc']])
})

test('what failed is asked for again', async () => {
  let fails = true
  await using embedder = embedOnce(
    lengths(() => {
      if (fails) throw new Error('no memory')
    }),
  )
  await expect(embedder.embed(['a'])).rejects.toThrow('no memory')
  fails = false
  expect(await first(embedder, 'a')).toEqual([1])
})

test('more texts than are kept are all answered, in a batch of any size', async () => {
  await using embedder = embedOnce(lengths())
  const texts = Array.from({ length: 5000 }, (_, index) => 'x'.repeat(index % 97) + String(index))
  expect(await first(embedder, ...texts)).toEqual(texts.map(({ length }) => length))
  await expect(embedder.embed(['a'], { signal: AbortSignal.abort(new Error('given up')) })).rejects.toThrow('given up')
})

test('the same words as a question and as a text are two things', async () => {
  const asked: unknown[] = []
  const inner = lengths()
  await using embedder = embedOnce({
    ...inner,
    embed: async (texts, options) => {
      asked.push([texts, options?.as])
      return await inner.embed(texts)
    },
  })
  for (const as of ['query', 'text', 'query'] as const) await embedder.embed(['tides'], { as })
  expect(asked).toEqual([
    [['tides'], 'query'],
    [['tides'], 'text'],
  ])
})
