import { cp, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { userPaths } from '@datacortex/platform'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { tinyWeights } from './__fixtures__/tiny-weights.ts'
import { convertWeights, writeMessage } from './convert-weights.ts'
import { int8Files } from './int8-files.ts'
import { type RunTokens, loadInt8Model, packedLater, runTokens } from './int8-model.ts'
import type { BatchModel } from './loaded-model.ts'
import { onnxModel } from './onnx-messages.ts'
import { openEmbedder } from './open-embedder.ts'
import { type PackagedWeights, packagedMiniLm } from './packaged-weights.ts'
import { probeGraph } from './int8-graph.ts'
import { resolveModel } from './resolve-model.ts'
import { repairModel, verifyModel } from './verify-model.ts'

const real = { ...packagedMiniLm }
let root = ''
let paragraphs: readonly string[] = []
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'datacortex-int8-'))
  const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8')
  paragraphs = readme.split(/\n\s*\n/).slice(0, 40)
})
afterAll(() => rm(root, { recursive: true }))

test('the model is what its hashes say, and the same bytes every time', async () => {
  const folder = join(root, 'again')
  const made = await convertWeights(packagedMiniLm, { folder, dtype: 'int8' })
  expect(made.map(({ path, sizeBytes, sha256 }) => ({ path, sizeBytes, sha256 }))).toEqual(packagedMiniLm.int8.files)
})

test('a text has the same bits alone, in any batch, and with any number of threads', async () => {
  const cacheDir = userPaths().cache
  await using embedder = openEmbedder({ cacheDir, threads: 0 })
  const together = await embedder.embed(paragraphs)
  await using alone = openEmbedder({ cacheDir, batchSize: 1, threads: 0 })
  expect(await alone.embed(paragraphs)).toEqual(together)
  for (const threads of [1, 2, 4]) {
    await using other = openEmbedder({ cacheDir, threads, batchSize: 7 })
    const reversed = await other.embed(paragraphs.toReversed(), { inThreads: true })
    expect(reversed.toReversed()).toEqual(together)
  }
})

test('its vectors are near those of the exact model', async () => {
  await using embedder = openEmbedder({ cacheDir: userPaths().cache })
  await using exact = openEmbedder({ cacheDir: userPaths().cache, model: { dtype: 'fp32' } })
  const [ours, theirs] = [await embedder.embed(paragraphs), await exact.embed(paragraphs)]
  const cosines = ours.map((vector, index) =>
    vector.reduce((sum, value, place) => sum + value * (theirs[index]?.[place] ?? 0), 0),
  )
  expect(cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length).toBeGreaterThan(0.9985)
  expect(Math.min(...cosines)).toBeGreaterThan(0.995)
})

test('a token of zeros is no reason for a vector without numbers', async () => {
  packageInstead(await tinyWeights(join(root, 'zeros'), () => 0))
  await using embedder = openEmbedder({ cacheDir: join(root, 'zeros-cache') })
  const [vector] = await embedder.embed(['a text'])
  expect(vector).toEqual(new Float32Array(8))
})

test('a processor that adds up inexactly takes unsigned weights, with the same bits', async () => {
  const folder = join(root, 'inexact')
  await cp(packagedMiniLm.int8.folder, folder, { recursive: true })
  const probe = probeGraph()
  const initializers = probe.initializers.map((one) => ({ ...one, data: new Uint8Array(one.data.byteLength) }))
  const { model } = onnxModel({ ...probe, initializers }, { dataFile: '' })
  for (const file of [int8Files.probe, int8Files.graph]) await rm(join(folder, file))
  await writeMessage(folder, { path: int8Files.probe, message: model })
  const [ours, unsigned] = [
    await loadInt8Model(packagedMiniLm.int8.folder, packagedMiniLm),
    await loadInt8Model(folder, packagedMiniLm),
  ]
  for (const { input } of ours.batches(paragraphs)) expect(await unsigned.run(input)).toEqual(await ours.run(input))
  await Promise.all([ours.dispose(), unsigned.dispose()])
})

test('where memory is short, batches are halved', async () => {
  const sizes: number[] = []
  const run: RunTokens = async (ids, texts) => {
    sizes.push(texts)
    if (texts > 2) throw new Error('Failed to allocate memory for requested buffer of size 42')
    return await Promise.resolve(Float32Array.from({ length: texts }, (_, row) => ids[row * 2] ?? 0))
  }
  const ids = [1, 2, 3, 4, 5].map((first) => Int32Array.of(first, 9))
  expect(await runTokens(run, ids)).toEqual(ids.map(([first = 0]) => Float32Array.of(first)))
  expect(sizes).toEqual([5, 3, 2, 1, 2])
})

test('any other failure, and one with a single text, is told', async () => {
  const failing = (message: string) => async () => await Promise.reject(new Error(message))
  const ids = [Int32Array.of(1), Int32Array.of(2)]
  await expect(runTokens(failing('bad allocation'), ids)).rejects.toThrow('bad allocation')
  await expect(runTokens(failing('no such input'), ids)).rejects.toThrow('no such input')
})

describe('weights that are packed later', () => {
  const made = () => {
    const calls: string[] = []
    const model = (name: string): BatchModel => ({
      run: async () => await Promise.resolve().then(() => (calls.push(name), [])),
      dispose: async () => await Promise.resolve(void calls.push(`${name} freed`)),
    })
    return { calls, brief: model('brief'), packed: model('packed') }
  }
  const ask = async ({ run }: BatchModel, times: number) =>
    await Promise.all(Array.from({ length: times }, async () => await run([])))

  test('are never loaded for a few questions', async () => {
    const { calls, brief } = made()
    const model = packedLater(brief, async () => await Promise.reject(new Error('loaded')))
    await ask(model, 6)
    await model.dispose()
    expect(calls).toEqual([...Array<string>(6).fill('brief'), 'brief freed'])
  })

  test('take over from many at once, and the first session is freed when its runs have ended', async () => {
    const { calls, brief, packed } = made()
    const model = packedLater(brief, async () => await Promise.resolve(packed))
    await ask(model, 9)
    await model.dispose()
    const later = ['brief freed', 'packed', 'packed', 'packed', 'packed freed']
    expect(calls).toEqual([...Array<string>(6).fill('brief'), ...later])
  })

  test('are done without where they can not be had', async () => {
    const { calls, brief } = made()
    const model = packedLater(brief, async () => await Promise.reject(new Error('bad allocation')))
    await ask(model, 9)
    await model.dispose()
    expect(calls).toEqual([...Array<string>(9).fill('brief'), 'brief freed'])
  })

  test('give the bits of the first ones', async () => {
    const model = await loadInt8Model(packagedMiniLm.int8.folder, packagedMiniLm)
    const input = model.batches(paragraphs)[0]?.input ?? []
    const first = await model.run(input)
    for (let run = 0; run < 7; run += 1) expect(await model.run(input)).toEqual(first)
    await model.dispose()
  })
})

describe('the model that came with the package', () => {
  let tiny: PackagedWeights
  beforeAll(async () => {
    const weights = await tinyWeights(join(root, 'tiny'))
    const { folder } = weights.int8
    tiny = { ...weights, int8: { folder, files: await convertWeights(weights, { folder, dtype: 'int8' }) } }
  })

  /** The model of the package, in a folder that may be damaged. */
  async function released(name: string): Promise<{ readonly folder: string; readonly cacheDir: string }> {
    const folder = join(root, name)
    await cp(tiny.int8.folder, folder, { recursive: true })
    packageInstead({ ...tiny, int8: { ...tiny.int8, folder } })
    return { folder, cacheDir: join(root, `${name}-cache`) }
  }

  test('is loaded from there, and nothing is written', async () => {
    const { folder, cacheDir } = await released('good')
    expect(await vectorLength(cacheDir)).toBe(8)
    expect(await verifyModel({ cacheDir })).toMatchObject({ state: 'ok', folder })
    expect(await repairModel({ cacheDir })).toBe(false)
    await expect(stat(cacheDir)).rejects.toThrow('ENOENT')
  })

  test('is made anew for the user where it is absent or cut off', async () => {
    const { folder, cacheDir } = await released('cut')
    await truncate(join(folder, 'model.onnx_data'), 1000)
    expect(await verifyModel({ cacheDir })).toMatchObject({ state: 'absent' })
    expect(await vectorLength(cacheDir)).toBe(8)
    expect(await verifyModel({ cacheDir })).toMatchObject({ state: 'ok', folder: resolveModel(cacheDir).folder })
  })

  test('is made anew if only loading shows the damage', async () => {
    const { folder, cacheDir } = await released('unloadable')
    const file = join(folder, 'model.onnx')
    await writeFile(file, (await readFile(file)).fill(7, 0, 2000))
    expect(await vectorLength(cacheDir)).toBe(8)
    expect(await verifyModel({ cacheDir })).toMatchObject({ state: 'ok', folder: resolveModel(cacheDir).folder })
  })

  test('is found damaged by its hash, and repaired', async () => {
    const { folder, cacheDir } = await released('flipped')
    const file = join(folder, 'model.onnx_data')
    const bytes = await readFile(file)
    bytes[1000] = (bytes[1000] ?? 0) ^ 1
    await writeFile(file, bytes)
    expect(await verifyModel({ cacheDir })).toMatchObject({
      state: 'broken',
      problems: [expect.stringContaining('model.onnx_data has SHA-256')],
    })
    expect(await repairModel({ cacheDir })).toBe(true)
    expect(await verifyModel({ cacheDir })).toMatchObject({ state: 'ok', folder: resolveModel(cacheDir).folder })
  })
})

async function vectorLength(cacheDir: string): Promise<number | undefined> {
  await using embedder = openEmbedder({ cacheDir })
  return (await embedder.embed(['a text']))[0]?.length
}

/** Until the test ends, the packaged model is another one. */
function packageInstead(weights: PackagedWeights): void {
  Object.assign(packagedMiniLm, weights)
  onTestFinished(() => void Object.assign(packagedMiniLm, real))
}
