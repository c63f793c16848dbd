import { expect, test } from 'vitest'
import { createHashEmbedder } from './create-hash-embedder.ts'

const embedder = createHashEmbedder()

test('gives unit vectors, the same for the same text', async () => {
  const texts = ['write tests', '', '  ', '🤗', 'a'.repeat(10_000)]
  const vectors = await embedder.embed(texts)
  for (const vector of vectors) expect(cosine(vector, vector)).toBeCloseTo(1, 5)
  expect(await createHashEmbedder().embed(texts)).toEqual(vectors)
  expect(vectors[0]).toHaveLength(embedder.dimensions)
})

test('puts texts with common words near each other', async () => {
  const [query, near, far] = await embedder.embed(['writing a test', 'Write tests!', 'Kubernetes cluster operator'])
  expect(cosine(query, near)).toBeGreaterThan(0.7)
  expect(cosine(query, far)).toBeLessThan(0.4)
})

test('other dimensions are another model', async () => {
  const small = createHashEmbedder({ dimensions: 16 })
  expect([small.modelId, small.dimensions]).toEqual(['hash-16', 16])
  expect((await small.embed(['a']))[0]).toHaveLength(16)
})

test('reports progress and can be aborted', async () => {
  const controller = new AbortController()
  const done: number[] = []
  const onProgress = (count: number) => {
    done.push(count)
    if (count === 2) controller.abort(new Error('enough'))
  }
  await expect(embedder.embed(['a', 'b', 'c'], { signal: controller.signal, onProgress })).rejects.toThrow('enough')
  expect(done).toEqual([1, 2])
  expect(await embedder.embed([])).toEqual([])
})

function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  return (a ?? new Float32Array(0)).reduce((sum, value, index) => sum + value * (b?.[index] ?? 0), 0)
}
