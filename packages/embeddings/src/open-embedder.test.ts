import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Embedder } from './embedder.ts'
import { openEmbedder } from './open-embedder.ts'
import { resolveModel } from './resolve-model.ts'

// First numbers of the reference engine (the weights' own WASM engine) for this text.
const referenceText = 'my pod keeps crash looping'
const referenceStart = [0.131058, -0.019561, 0.047561, -0.02485]

let cacheDir = ''
let embedder: Embedder
beforeAll(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'datacortex-embed-'))
  embedder = openEmbedder({ cacheDir })
  await embedder.embed(['convert and load'])
})
afterAll(async () => {
  await embedder[Symbol.asyncDispose]()
  await rm(cacheDir, { recursive: true })
})

test('gives the vectors of the reference engine, and nearly those as int8', async () => {
  await using exact = openEmbedder({ cacheDir, model: { dtype: 'fp32' } })
  const [vector] = await exact.embed([referenceText])
  expect(vector).toHaveLength(384)
  referenceStart.forEach((value, index) => expect(vector?.[index]).toBeCloseTo(value, 5))
  expect(await exact.embed([referenceText], { inThreads: true })).toEqual([vector])
  expect(exact.modelId).not.toBe(embedder.modelId)
  expect(cosine(vector, (await embedder.embed([referenceText]))[0])).toBeGreaterThan(0.99)
})

test('puts what means the same closer than what sounds the same', async () => {
  const [query, same, sound] = await embedder.embed([
    'my pod keeps crash looping',
    'Kubernetes troubleshooting of containers that restart',
    'a podcast about looping music',
  ])
  expect(cosine(query, same)).toBeGreaterThan(cosine(query, sound))
})

test('keeps the order and is independent of the batch', async () => {
  const texts = Array.from({ length: 20 }, (_, index) => `${'agent words '.repeat((index * 13) % 21)} number ${index}`)
  const together = await embedder.embed(texts)
  expect(together).toHaveLength(20)
  for (const [index, text] of texts.entries()) {
    const [alone] = await embedder.embed([text])
    expect(alone).toEqual(together[index])
    expect(cosine(together[index], together[index])).toBeCloseTo(1, 5)
  }
})

test.each([
  ['empty', ''],
  ['blank', ' \n\t '],
  ['odd', '\u0000 \ud800 🤗 日本'],
  ['long', 'a word '.repeat(50_000)],
])('embeds %s text', async (_, text) => {
  const [vector] = await embedder.embed([text])
  expect(cosine(vector, vector)).toBeCloseTo(1, 5)
})

test('reads 256 tokens, not more', async () => {
  const start = 'word '.repeat(254)
  const [long, longer, shorter] = await embedder.embed([start, `${start} and something else`, 'word '.repeat(100)])
  expect(longer).toEqual(long)
  expect(shorter).not.toEqual(long)
})

test('says how much of a text it does not know', async () => {
  const shares = ['my pod keeps crash looping', '刹车片', 'ต้มยำกุ้ง', 'die 刹车片', '', '🤗 \ud800'].map(
    async (text) => await embedder.unknownShare?.(text),
  )
  expect(await Promise.all(shares)).toEqual([0, 1, 1, 0.75, 0, expect.any(Number)])
})

test('gives nothing for nothing', async () => {
  expect(await embedder.embed([])).toEqual([])
})

test('reports progress after each batch', async () => {
  await using small = openEmbedder({ cacheDir, batchSize: 2 })
  const events: [number, number][] = []
  await small.embed(['a', 'b', 'c', 'd', 'e'], { onProgress: (done, total) => events.push([done, total]) })
  expect(events).toEqual([
    [2, 5],
    [4, 5],
    [5, 5],
  ])
})

test('stops between batches when aborted', async () => {
  await using small = openEmbedder({ cacheDir, batchSize: 1 })
  const controller = new AbortController()
  const events: number[] = []
  const onProgress = (done: number) => {
    events.push(done)
    if (done === 2) controller.abort(new Error('enough'))
  }
  await expect(small.embed(['a', 'b', 'c', 'd'], { signal: controller.signal, onProgress })).rejects.toThrow('enough')
  expect(events).toEqual([1, 2])
  expect(await small.embed(['still works'])).toHaveLength(1)
})

test('an aborted caller does not wait for the load, and another one gets it', async () => {
  await using fresh = openEmbedder({ cacheDir })
  const controller = new AbortController()
  const first = fresh.embed(['a'], { signal: controller.signal })
  const second = fresh.embed(['b'])
  controller.abort(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  expect(await second).toHaveLength(1)
  await expect(fresh.embed(['c'], { signal: controller.signal })).rejects.toThrow('gone')
})

test('is closed for good, also twice', async () => {
  const closing = openEmbedder({ cacheDir })
  await closing.embed(['a'])
  await closing[Symbol.asyncDispose]()
  await closing[Symbol.asyncDispose]()
  await expect(closing.embed(['b'])).rejects.toMatchObject({ code: 'EMBEDDINGS_CLOSED' })
})

test('loads neither library nor runtime before the first text, and reports to nobody', async () => {
  const child = fileURLToPath(new URL('__fixtures__/lazy-in-child.ts', import.meta.url))
  const home = join(cacheDir, 'home')
  await mkdir(home)
  const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=@datacortex/source', child, cacheDir], {
    cwd: home,
    env: { HOME: home },
  })
  // Else the runtime has written down there who it reports for.
  expect(await readdir(home)).toEqual([])
  const { modelId, before, after } = JSON.parse(stdout) as Readonly<Record<'before' | 'after', readonly string[]>> & {
    modelId: string
  }
  expect(modelId).toBe(embedder.modelId)
  expect(before).toEqual([])
  expect(after.join()).toContain('onnxruntime')
  expect(after.join()).not.toContain('transformers')
})

test('q8 is another model with nearly the same vectors', async () => {
  await using exact = openEmbedder({ cacheDir, model: { dtype: 'fp32' } })
  await using small = openEmbedder({ cacheDir, model: { dtype: 'q8' } })
  expect(small.modelId).not.toBe(embedder.modelId)
  const texts = [referenceText, 'write unit tests for a parser', 'plan a marketing campaign']
  const wanted = await exact.embed(texts)
  const rounded = await small.embed(texts)
  texts.forEach((_, index) => expect(cosine(wanted[index], rounded[index])).toBeGreaterThan(0.998))
})

test('gives the embedder of another model that is here, and frees it with itself', async () => {
  const opened = openEmbedder({ cacheDir })
  const q8 = resolveModel(cacheDir, { dtype: 'q8' }).modelId
  const other = opened.ofModel?.(q8)
  expect(other?.modelId).toBe(q8)
  const again = [q8, opened.modelId, 'unknown'].map((id) => opened.ofModel?.(id))
  expect(again).toEqual([other, opened, undefined])
  expect(await other?.embed([referenceText])).toHaveLength(1)
  await opened[Symbol.asyncDispose]()
  await expect(other?.embed([referenceText])).rejects.toMatchObject({ code: 'EMBEDDINGS_CLOSED' })
  expect(opened.ofModel?.(q8)).toBeUndefined()
})

describe('another model', () => {
  let folder = ''
  beforeAll(async () => {
    folder = join(cacheDir, 'my model')
    await cp(resolveModel(cacheDir, { dtype: 'fp32' }).folder, folder, { recursive: true })
  })

  test('in a folder is used without network', async () => {
    await using local = openEmbedder({ cacheDir, model: { model: folder } })
    expect(local.modelId).toMatch(/^my model@[0-9a-f]{12}\/fp32$/)
    const [vector] = await local.embed([referenceText])
    referenceStart.forEach((value, index) => expect(vector?.[index]).toBeCloseTo(value, 5))
  })

  test('has no int8', () => {
    expect(() => openEmbedder({ cacheDir, model: { model: folder, dtype: 'int8' } })).toThrow(
      expect.objectContaining({ code: 'EMBEDDINGS_MODEL_NOT_FOUND' }),
    )
  })

  test('that is no model says so', async () => {
    await writeFile(join(folder, 'onnx/model.onnx'), 'no model')
    await using local = openEmbedder({ cacheDir, model: { model: folder } })
    await expect(local.embed(['a'])).rejects.toMatchObject({ code: 'EMBEDDINGS_MODEL_BROKEN' })
  })

  test('from the hub is not downloaded by itself', async () => {
    await using hub = openEmbedder({ cacheDir, model: { model: 'someone/some-model' } })
    await expect(hub.embed(['a'])).rejects.toMatchObject({
      code: 'EMBEDDINGS_MODEL_NOT_FOUND',
      hint: 'datacortex model pull someone/some-model',
    })
  })
})

function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  return (a ?? new Float32Array(0)).reduce((sum, value, index) => sum + value * (b?.[index] ?? 0), 0)
}

test('says which words it reads in pieces', async () => {
  const words = ['python', 'pyhton', 'review', 'reviw', '刹车片', 'naïve']
  expect(await embedder.dividedWords?.(words)).toEqual(['pyhton', 'reviw', '刹车片'])
})
