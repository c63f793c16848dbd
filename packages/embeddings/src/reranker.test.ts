import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AutoModelForSequenceClassification, AutoTokenizer, env } from '@xenova/transformers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loopbackHub } from './__fixtures__/loopback-hub.ts'
import { tinyCrossEncoder } from './__fixtures__/tiny-cross-encoder.ts'
import { listModels } from './list-models.ts'
import { openEmbedder } from './open-embedder.ts'
import { pullModel } from './pull-model.ts'
import { CrossEncoder } from './reranker.ts'
import { modelKind } from './resolve-model.ts'
import { verifyModel } from './verify-model.ts'

let root = ''
let model = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'datacortex-rerank-'))
  model = await tinyCrossEncoder(join(root, 'tiny'))
})
afterAll(() => rm(root, { recursive: true }))

const question = 'when are spring tides?'
const texts = [
  'Spring tides follow the full moon.',
  'Bread is flour and water.',
  '',
  'Neap tides',
  'Spring '.repeat(500),
]

/** What the library itself says of a pair that is not too long. */
async function library(text: string): Promise<number> {
  env.allowRemoteModels = false
  const tokenizer = await AutoTokenizer.from_pretrained(model)
  const loaded = await AutoModelForSequenceClassification.from_pretrained(model, { dtype: 'fp32', device: 'cpu' })
  const { logits } = (await loaded(tokenizer(question, { text_pair: text }))) as { logits: { data: Float32Array } }
  await loaded.dispose()
  return 1 / (1 + Math.exp(-(logits.data[0] ?? 0)))
}

test.each([0, 2])('scores each pair as the library does, with %j threads', async (threads) => {
  await using embedder = openEmbedder({ cacheDir: root, model: { reranker: model }, threads })
  const { reranker } = embedder
  expect(reranker?.name).toBe(model)
  const scores = (await reranker?.score(question, texts)) ?? []
  expect(scores).toHaveLength(texts.length)
  expect(new Set(scores).size).toBe(texts.length)
  for (const [place, text] of texts.slice(0, 4).entries()) expect(scores[place]).toBeCloseTo(await library(text), 5)
  expect(await reranker?.score(question, texts.slice(1, 2))).toEqual([scores[1]])
  expect(await reranker?.score(question, [])).toEqual([])
})

test('what is too long ends with the closing token, and a long question leaves room for the text', async () => {
  await using cross = new CrossEncoder(model, { cacheDir: root, threads: 0 })
  const [cut, longer] = await cross.score(question, ['a '.repeat(40), 'a '.repeat(50)])
  expect(cut).toBe(longer)
  // 32 tokens: those of the question, three that hold both together, the others of the text.
  const tokenizer = await AutoTokenizer.from_pretrained(model)
  const own = tokenizer.encode(question, { add_special_tokens: false }).length
  const [whole, more] = await cross.score(question, ['a '.repeat(32 - 3 - own), 'a '.repeat(33 - 3 - own)])
  expect(more).toBe(whole)
  const long = `${question} `.repeat(99)
  const [one, other] = await cross.score(long, ['moon', 'flour'])
  expect(one).not.toBe(other)
})

test('there is none unless the settings name one', () => {
  expect(openEmbedder({ cacheDir: root }).reranker).toBeUndefined()
  expect(openEmbedder({ cacheDir: root, model: { reranker: 'none' } }).reranker).toBeUndefined()
})

test.each([
  ['that was not pulled', 'someone/absent', 'EMBEDDINGS_MODEL_NOT_FOUND', 'it is not on this machine'],
  ['that is no folder', '/nowhere/model', 'EMBEDDINGS_MODEL_NOT_FOUND', 'config.json'],
])('one %s is told, and others can be asked', async (_, name, code, message) => {
  await using cross = new CrossEncoder(name, { cacheDir: root })
  await expect(cross.score(question, texts)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(message) as string,
  })
})

test('one that is damaged, or gives several numbers, is told, and works when it is mended', async () => {
  const folder = await tinyCrossEncoder(join(root, 'several'), { labels: 3 })
  await using cross = new CrossEncoder(folder, { cacheDir: root, threads: 1 })
  await expect(cross.score(question, texts)).rejects.toThrow('it gives 3 numbers for a question and a text')
  const damaged = await tinyCrossEncoder(join(root, 'damaged'))
  await using other = new CrossEncoder(damaged, { cacheDir: root, threads: 1 })
  await truncate(join(damaged, 'onnx/model.onnx'), 20)
  await expect(other.score(question, texts)).rejects.toMatchObject({ code: 'EMBEDDINGS_MODEL_BROKEN' })
  await tinyCrossEncoder(damaged)
  expect(await other.score(question, ['Neap tides'])).toHaveLength(1)
})

test('anyone who stops, or has waited long enough, is not kept waiting', async () => {
  await using cross = new CrossEncoder(model, { cacheDir: root, limitMs: 0 })
  await expect(cross.score(question, texts)).rejects.toThrow('it took longer than 0 ms for one question')
  await expect(cross.score(question, texts, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow(
    'enough',
  )
})

test('one is pulled as any other model, listed by its kind, and its files are verified', async () => {
  await using hub = await loopbackHub(model)
  const cacheDir = await mkdtemp(join(root, 'cache-'))
  const name = 'someone/tiny'
  const wanted = { cacheDir, model: { model: name } }
  expect(await verifyModel(wanted)).toMatchObject({ state: 'absent' })
  await pullModel(name, { cacheDir, agree: () => Promise.resolve(true) })
  expect(hub.asked).toContain('onnx/model.onnx_data')
  expect(modelKind(cacheDir, name)).toBe('reranker')
  expect(modelKind(cacheDir, 'Xenova/ms-marco-MiniLM-L-6-v2')).toBe('reranker')
  expect(modelKind(cacheDir, 'default')).toBe('embedder')
  const listed = () => listModels(cacheDir, { reranker: name }).filter(({ active }) => active)
  expect(listed()).toMatchObject([
    { name: 'default', kind: 'embedder' },
    { name, kind: 'reranker', here: true },
  ])
  await using embedder = openEmbedder({ cacheDir, model: { reranker: name } })
  await using folder = openEmbedder({ cacheDir, model: { reranker: model } })
  expect(await embedder.reranker?.score(question, texts)).toEqual(await folder.reranker?.score(question, texts))
  expect(await verifyModel(wanted)).toMatchObject({ state: 'ok' })
  const config = join(cacheDir, 'models/hub', name, 'tokenizer_config.json')
  await writeFile(config, '{}')
  expect(await verifyModel(wanted)).toMatchObject({
    state: 'broken',
    problems: [expect.stringContaining('tokenizer_config.json has SHA-256')],
  })
  await pullModel(name, { cacheDir, agree: () => Promise.resolve(true) })
  expect(await verifyModel(wanted)).toMatchObject({ state: 'ok' })
})
