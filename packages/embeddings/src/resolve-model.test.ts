import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packagedMiniLm, releasedId } from './packaged-weights.ts'
import { resolveModel, settingOfModel } from './resolve-model.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'datacortex-resolve-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('the packaged model is known by name, weights and number type', () => {
  const id = releasedId(packagedMiniLm)
  expect(resolveModel('/cache')).toMatchObject({
    kind: 'packaged',
    modelId: `all-MiniLM-L6-v2@${id}/int8`,
    dimensions: 384,
    folder: join('/cache', 'models', `all-MiniLM-L6-v2-${id}-int8`),
  })
  expect(resolveModel('/cache', { dtype: 'fp32' })).toMatchObject({
    modelId: 'all-MiniLM-L6-v2@6638f625a0a6/fp32',
    folder: join('/cache', 'models', 'all-MiniLM-L6-v2-6638f625a0a6'),
  })
  expect(resolveModel('/cache', { dtype: 'q8' })).toMatchObject({
    modelId: 'all-MiniLM-L6-v2@6638f625a0a6/q8',
    folder: join('/cache', 'models', 'all-MiniLM-L6-v2-6638f625a0a6-q8'),
  })
})

test('a folder is known by its name and the hash of what its vectors depend on', async () => {
  const model = join(folder, 'mine')
  await mkdir(join(model, 'onnx'), { recursive: true })
  const write = async (file: string, text: string): Promise<string> => {
    await writeFile(join(model, file), text)
    return resolveModel('/cache', { model }).modelId
  }
  await writeFile(join(model, 'config.json'), '{"hidden_size": 12}')
  await writeFile(join(model, 'tokenizer.json'), '{}')
  await writeFile(join(model, 'tokenizer_config.json'), '{}')
  const first = await write('onnx/model.onnx', 'a')
  expect(first).toMatch(/^mine@[0-9a-f]{12}\/fp32$/)
  expect(resolveModel('/cache', { model })).toMatchObject({ kind: 'folder', modelId: first, dimensions: 12 })
  const others = [
    await write('onnx/model.onnx', 'b'),
    await write('onnx/model.onnx_data', 'weights'),
    await write('onnx/model.onnx_data', 'others!'),
    await write('onnx/model.onnx_data_1', 'more'),
    await write('onnx/model.onnx_data_2', 'more'),
    await write('tokenizer.json', '{"model": {}}'),
    await write('tokenizer_config.json', '{"do_lower_case": true}'),
    await write('config.json', '{"hidden_size": 12, "model_type": "bert"}'),
    // What stands at the end of one file is not the same at the beginning of the next.
    await write('onnx/model.onnx', 'bw'),
    await write('onnx/model.onnx_data', 'thers!'),
  ]
  expect(new Set([first, ...others]).size).toBe(others.length + 1)
  const last = others.at(-1)
  expect(await write('README.md', 'mine')).toBe(last)
  expect(await write('onnx/model_quantized.onnx', 'q')).toBe(last)
  await writeFile(join(model, 'config.json'), '{}')
  expect(() => resolveModel('/cache', { model })).toThrow(expect.objectContaining({ code: 'EMBEDDINGS_MODEL_BROKEN' }))
})

test('a folder that lacks files says which', () => {
  expect(() => resolveModel('/cache', { model: join(folder, 'absent') })).toThrow(
    expect.objectContaining({
      code: 'EMBEDDINGS_MODEL_NOT_FOUND',
      message: expect.stringContaining('config.json, tokenizer.json, tokenizer_config.json, onnx/model.onnx'),
    }),
  )
})

test.each(['a b', 'a/../b', 'https://host/x', ''])('%j is neither a path nor a hub id', (model) => {
  expect(() => resolveModel('/cache', { model })).toThrow(
    expect.objectContaining({ code: 'EMBEDDINGS_MODEL_NOT_FOUND' }),
  )
})

test('a hub id has the vector length of its downloaded configuration', async () => {
  const model = 'someone/some-model'
  expect(resolveModel(folder, { model })).toMatchObject({ kind: 'hub', dimensions: 384 })
  await mkdir(join(folder, 'models', 'hub', model), { recursive: true })
  await writeFile(join(folder, 'models', 'hub', model, 'config.json'), '{"hidden_size": 512}')
  expect(resolveModel(folder, { model })).toMatchObject({
    dimensions: 512,
    modelId: 'someone/some-model@main/fp32',
  })
})

test('an identity leads back to the packaged and to downloaded models', async () => {
  for (const dtype of ['int8', 'fp32', 'q8'] as const)
    expect(settingOfModel(folder, resolveModel(folder, { dtype }).modelId)).toEqual({ dtype })
  const id = 'someone/downloaded@main/q8'
  expect(settingOfModel(folder, id)).toBeUndefined()
  await mkdir(join(folder, 'models/hub/someone/downloaded/onnx'), { recursive: true })
  await writeFile(join(folder, 'models/hub/someone/downloaded/onnx/model_quantized.onnx'), '')
  expect(settingOfModel(folder, id)).toEqual({ model: 'someone/downloaded', dtype: 'q8' })
  const others = [
    '',
    'mine',
    'mine@0123456789ab/fp32',
    'someone/downloaded@main/q4',
    'someone/downloaded@main/int8',
    'all-MiniLM-L6-v2@000000000000/fp32',
  ]
  for (const other of [...others, 'someone/downloaded@other/q8', '../hub/someone/downloaded@main/q8'])
    expect([other, settingOfModel(folder, other)]).toEqual([other, undefined])
})
