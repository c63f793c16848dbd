import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env, pipeline } from '@xenova/transformers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tinyModel } from './__fixtures__/tiny-model.ts'
import { modelUse, usualUse } from './model-use.ts'
import { openEmbedder } from './open-embedder.ts'
import { resolveModel } from './resolve-model.ts'

let root = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'datacortex-use-'))
})
afterAll(() => rm(root, { recursive: true }))

const text = 'my pod keeps crash looping'

/** What the library itself makes of a text. */
async function library(folder: string, asked: string, pooling: 'cls' | 'mean'): Promise<readonly number[]> {
  env.allowRemoteModels = false
  const extract = await pipeline('feature-extraction', folder, { dtype: 'fp32', device: 'cpu' })
  const { data } = await extract([asked], { pooling, normalize: true })
  await extract.dispose()
  return Array.from(data as Float32Array)
}

test.each([
  ['1_Pooling/config.json', { pooling_mode_cls_token: true, pooling_mode_mean_tokens: false }, 'cls'],
  ['1_Pooling/config.json', { pooling_mode: 'cls' }, 'cls'],
  ['1_Pooling/config.json', { pooling_mode_cls_token: false, pooling_mode_mean_tokens: true }, 'mean'],
  ['README.json', {}, 'mean'],
] as const)('%s with %j: pooling by %s', async (file, content, pooling) => {
  const model = await tinyModel(join(await mkdtemp(join(root, 'a-')), 'm'), { [file]: content })
  const wanted = await library(model, text, pooling)
  await using embedder = openEmbedder({ cacheDir: root, model: { model } })
  for (const inThreads of [false, true]) {
    const [vector] = await embedder.embed([text], { inThreads })
    expect(vector).toHaveLength(wanted.length)
    wanted.forEach((value, index) => expect(vector?.[index]).toBeCloseTo(value, 5))
  }
})

test('a question gets the prefix of questions, a text that of texts, and the model knows no others', async () => {
  const prompts = { query: 'query: ', document: 'passage: ' }
  const folder = join(root, 'prefixes')
  const plain = await tinyModel(folder)
  const before = resolveModel(root, { model: plain }).modelId
  await using bare = openEmbedder({ cacheDir: root, model: { model: plain } })
  const wanted = await bare.embed([`query: ${text}`, `passage: ${text}`])
  expect(await bare.embed([text], { as: 'query' })).toEqual(await bare.embed([text]))

  await writeFile(join(folder, 'config_sentence_transformers.json'), JSON.stringify({ prompts }))
  expect(resolveModel(root, { model: folder }).modelId).not.toBe(before)
  await using embedder = openEmbedder({ cacheDir: root, model: { model: folder } })
  expect([...(await embedder.embed([text], { as: 'query' })), ...(await embedder.embed([` ${text}`]))]).toEqual(wanted)
})

test('reads as many tokens as the model says', async () => {
  const model = await tinyModel(join(root, 'short'), { 'sentence_bert_config.json': { max_seq_length: 8 } })
  await using embedder = openEmbedder({ cacheDir: root, model: { model } })
  const [short, cut, shorter] = await embedder.embed(['a '.repeat(6), `${'a '.repeat(6)} other words`, 'a a'])
  expect(cut).toEqual(short)
  expect(shorter).not.toEqual(short)
})

test('what files say goes before what is known, and that before what is usual', async () => {
  const model = await tinyModel(join(root, 'known'), {
    'modules.json': ['models.Transformer', 'models.Pooling', 'models.Normalize'].map((type) => ({ type })),
    'config_sentence_transformers.json': { prompts: { query: 'ask: ' }, default_prompt_name: null },
    'tokenizer_config.json': { model_max_length: 1e30 },
  })
  expect(modelUse(model)).toEqual({ ...usualUse, queryPrefix: 'ask: ' })
  const known = { pooling: 'first', queryPrefix: 'q ', textPrefix: 't ', maxTokens: 99 } as const
  expect(modelUse(model, known)).toEqual({ ...known, queryPrefix: 'ask: ' })
  expect(modelUse(join(root, 'nowhere'))).toEqual(usualUse)
})

test.each([
  ['1_Pooling/config.json', { pooling_mode_lasttoken: true }, 'pooling is pooling_mode_lasttoken'],
  ['1_Pooling/config.json', { pooling_mode_cls_token: true, pooling_mode_mean_tokens: true }, 'and pooling_mode_mean'],
  ['1_Pooling/config.json', { pooling_mode_mean_tokens: true, include_prompt: false }, 'leaves prefixes out'],
  ['modules.json', [{ type: 'sentence_transformers.models.Dense' }], 'asks for Dense'],
  ['modules.json', [3], 'asks for undefined'],
  ['modules.json', null, 'modules.json is no JSON'],
])('%s with %j is refused', async (file, content, reason) => {
  const model = await tinyModel(join(await mkdtemp(join(root, 'bad-')), 'm'), { [file]: content })
  expect(() => resolveModel(root, { model })).toThrow(
    expect.objectContaining({ code: 'EMBEDDINGS_MODEL_BROKEN', message: expect.stringContaining(reason) as string }),
  )
})

test('vectors that are meant to differ in length are refused', async () => {
  const model = await tinyModel(join(root, 'dot'), {
    'modules.json': [{ type: 'sentence_transformers.models.Transformer' }],
    'config_sentence_transformers.json': { similarity_fn_name: 'dot' },
  })
  expect(() => resolveModel(root, { model })).toThrow('compared by dot product')
})
