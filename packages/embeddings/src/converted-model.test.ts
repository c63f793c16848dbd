import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ProgressEvent } from '@datacortex/platform'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { tinyWeights } from './__fixtures__/tiny-weights.ts'
import { convertedFolder, ensureConverted, repairConverted } from './converted-model.ts'
import { hashFile } from './model-manifest.ts'
import { openEmbedder } from './open-embedder.ts'
import { type PackagedWeights, packagedMiniLm } from './packaged-weights.ts'
import { repairModel, verifyModel } from './verify-model.ts'

// Pinned: another hash means another model file for everybody, and `recipe` must be raised.
const graphSha256 = '311b48f042f5667dd131e18754feecd9563a035ca5f211a06c0111ea5545cc95'
const dataSha256 = 'a5fbdbdfb2abebf670567d373d87166c1ad17dff10f6f0b454f67e5d2fb1a40e'
const child = fileURLToPath(new URL('__fixtures__/convert-in-child.ts', import.meta.url))

let root = ''
let good = ''
const progress: ProgressEvent[] = []
// Of the real model only its bytes and a kill in the middle of them are tried: it has 90 MB, which everything else copies.
let tiny: PackagedWeights
let tinyGood = ''
let tinyHashes: readonly string[] = []
const real = { ...packagedMiniLm }
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'datacortex-convert-'))
  good = join(root, 'good')
  await ensureConverted({ ...modelIn(good), onProgress: (event) => progress.push(event) })
  tiny = await tinyWeights(join(root, 'weights'))
  tinyGood = join(root, 'tiny')
  await ensureConverted(modelIn(tinyGood, tiny))
  tinyHashes = await hashesOf(tinyGood)
})
afterAll(() => rm(root, { recursive: true }))

/** Until the test ends, the packaged model is the tiny one. */
function packageTiny(): void {
  Object.assign(packagedMiniLm, tiny)
  onTestFinished(() => void Object.assign(packagedMiniLm, real))
}

test('gives the same bytes every time', async () => {
  const { folder } = modelIn(good)
  expect(await hashFile(join(folder, 'onnx/model.onnx'))).toBe(graphSha256)
  expect(await hashFile(join(folder, 'onnx/model.onnx_data'))).toBe(dataSha256)
  expect((await readdir(folder)).sort()).toEqual([
    'config.json',
    'manifest.json',
    'onnx',
    'tokenizer.json',
    'tokenizer_config.json',
  ])
})

test('is done once', async () => {
  const before = await stat(modelIn(good).folder)
  const events: unknown[] = []
  await ensureConverted({ ...modelIn(good), onProgress: (event) => events.push(event) })
  expect(events).toEqual([])
  expect((await stat(modelIn(good).folder)).ino).toBe(before.ino)
})

test('reports its progress in bytes', () => {
  const last = progress.at(-1)
  expect(last).toMatchObject({ stage: 'convert', subject: 'all-MiniLM-L6-v2', done: last?.total })
  expect(progress.length).toBeGreaterThan(10)
})

describe('a damaged conversion', () => {
  const damages: Readonly<Record<string, (folder: string) => Promise<void>>> = {
    'cut off': (folder) => truncate(join(folder, 'onnx/model.onnx_data'), 50_000),
    'without a file': (folder) => rm(join(folder, 'tokenizer.json')),
    'without manifest': (folder) => rm(join(folder, 'manifest.json')),
    'with a broken manifest': (folder) => writeFile(join(folder, 'manifest.json'), '{"recipe": 1, "files": [{}]}'),
    'with a manifest that is no JSON': (folder) => writeFile(join(folder, 'manifest.json'), '{'),
    'of another recipe': async (folder) => {
      const text = await readFile(join(folder, 'manifest.json'), 'utf8')
      await writeFile(join(folder, 'manifest.json'), text.replace(/"recipe": \d+/, '"recipe": 0'))
    },
    'with other content': async (folder) => writeFile(join(folder, 'onnx/model.onnx'), 'not a model'),
  }
  test.each(Object.keys(damages))('%s is redone', async (name) => {
    packageTiny()
    const cacheDir = await copyOfTiny(name)
    const { folder } = modelIn(cacheDir)
    await damages[name]?.(folder)
    await ensureConverted(modelIn(cacheDir))
    expect(await hashesOf(cacheDir)).toEqual(tinyHashes)
    expect(await verifyModel(exactIn(cacheDir))).toMatchObject({ state: 'ok', problems: [] })
  })

  test('of the right size and time is found by reading, and repaired', async () => {
    packageTiny()
    const cacheDir = await copyOfTiny('flipped')
    const file = join(modelIn(cacheDir).folder, 'onnx/model.onnx_data')
    const { atime, mtime } = await stat(file)
    await ensureConverted(modelIn(cacheDir))
    const bytes = await readFile(file)
    bytes[400_000] = (bytes[400_000] ?? 0) ^ 1
    await writeFile(file, bytes)
    await utimes(file, atime, mtime)
    expect(await verifyModel(exactIn(cacheDir))).toMatchObject({
      state: 'broken',
      problems: [expect.stringContaining('onnx/model.onnx_data has SHA-256')],
    })
    expect(await repairModel(exactIn(cacheDir))).toBe(true)
    expect(await repairModel(exactIn(cacheDir))).toBe(false)
    expect(await hashesOf(cacheDir)).toEqual(tinyHashes)
  })

  test('that only loading shows is redone, and the text is embedded', async () => {
    packageTiny()
    const cacheDir = await copyOfTiny('unloadable')
    const { folder } = modelIn(cacheDir)
    const file = join(folder, 'onnx/model.onnx')
    const bytes = await readFile(file)
    await writeFile(file, bytes.fill(7, 0, 2000))
    await recordTimes(folder)
    await using embedder = openEmbedder(exactIn(cacheDir))
    const [vector] = await embedder.embed(['a text'])
    expect(vector).toHaveLength(tiny.dimensions)
    expect(await hashesOf(cacheDir)).toEqual(tinyHashes)
  })
})

test('a copied cache is not converted again, only its times are noted', async () => {
  packageTiny()
  const cacheDir = join(root, 'copied')
  await cp(tinyGood, cacheDir, { recursive: true })
  const { ino } = await stat(modelIn(cacheDir).folder)
  expect(await repairConverted(modelIn(cacheDir))).toBe(false)
  expect((await stat(modelIn(cacheDir).folder)).ino).toBe(ino)
})

test('a copied cache that may only be read is used as it is', async () => {
  packageTiny()
  const cacheDir = join(root, 'copied-read-only')
  await cp(tinyGood, cacheDir, { recursive: true })
  const model = modelIn(cacheDir)
  // No lock can be taken there, as on a disk that may only be read.
  await rm(`${model.folder}.lock`, { force: true })
  await mkdir(`${model.folder}.lock`)
  expect(await repairConverted(model)).toBe(false)
  await writeFile(join(model.folder, 'tokenizer.json'), '{}')
  await expect(repairConverted(model)).rejects.toMatchObject({ code: 'EMBEDDINGS_CACHE_NOT_WRITABLE' })
})

test('two processes at once make one good model', async () => {
  packageTiny()
  const cacheDir = join(root, 'two')
  const outputs = await Promise.all([runChild(cacheDir, tiny), runChild(cacheDir, tiny)])
  for (const output of outputs) expect(output).toContain(`vector ${tiny.dimensions}`)
  // Only one of them converted: the other has no progress to show.
  expect(outputs.filter((output) => output.startsWith('.'))).toHaveLength(1)
  expect(await verifyModel(exactIn(cacheDir))).toMatchObject({ state: 'ok' })
})

// More moments in `pnpm test:long`.
const moments = process.env['LONG'] === undefined ? [12] : [1, 12, 60]

test.each(moments)('a kill after %i steps leaves nothing that breaks the next run', async (steps) => {
  const cacheDir = join(root, `killed-${steps}`)
  const process_ = spawn(process.execPath, ['--conditions=@datacortex/source', child, cacheDir])
  let output = ''
  for await (const chunk of process_.stdout) {
    output += String(chunk)
    if (output.length >= steps) break
  }
  process_.kill('SIGKILL')
  if (process_.exitCode === null && process_.signalCode === null) await once(process_, 'exit')
  expect((await verifyModel(exactIn(cacheDir))).state).not.toBe('broken')
  expect(await runChild(cacheDir)).toContain('vector 384')
  expect(await verifyModel(exactIn(cacheDir))).toMatchObject({ state: 'ok' })
  expect((await readdir(join(cacheDir, 'models'))).filter((name) => name.includes('.tmp-'))).toEqual([])
})

test('damaged weights are refused with both hashes', async () => {
  const weightsFile = join(root, 'weights.safetensors')
  const bytes = await readFile(tiny.weightsFile)
  bytes[400_000] = (bytes[400_000] ?? 0) ^ 1
  await writeFile(weightsFile, bytes)
  const weights = { ...tiny, weightsFile }
  const cacheDir = join(root, 'damaged-weights')
  await expect(ensureConverted({ ...modelIn(cacheDir), weights })).rejects.toMatchObject({
    code: 'EMBEDDINGS_WEIGHTS_BROKEN',
    message: expect.stringContaining(`expected ${tiny.weightsSha256}`),
  })
  expect((await readdir(join(cacheDir, 'models'))).filter((name) => name.includes('.tmp-'))).toEqual([])
})

test('missing weights are named', async () => {
  const weights = { ...packagedMiniLm, weightsFile: join(root, 'nowhere') }
  await expect(ensureConverted({ ...modelIn(join(root, 'no-weights')), weights })).rejects.toMatchObject({
    code: 'EMBEDDINGS_WEIGHTS_BROKEN',
    message: expect.stringContaining('it does not exist'),
  })
})

test('a cache that is a file is named', async () => {
  const cacheDir = join(root, 'file')
  await writeFile(cacheDir, '')
  const model = modelIn(cacheDir)
  await expect(ensureConverted(model)).rejects.toMatchObject({
    code: 'EMBEDDINGS_CACHE_NOT_WRITABLE',
    message: expect.stringMatching(/^The converted model can't be written to \S+: [^.]+\.$/),
  })
})

function exactIn(cacheDir: string) {
  return { cacheDir, model: { dtype: 'fp32' } } as const
}

function modelIn(cacheDir: string, weights = packagedMiniLm) {
  const model = { weights, dtype: 'fp32' } as const
  return { ...model, folder: convertedFolder(cacheDir, model) }
}

async function copyOfTiny(name: string): Promise<string> {
  const cacheDir = join(root, name.replaceAll(' ', '-'))
  await cp(tinyGood, cacheDir, { recursive: true, preserveTimestamps: true })
  return cacheDir
}

/** Those of graph and data of the tiny model. */
async function hashesOf(cacheDir: string): Promise<readonly string[]> {
  const { folder } = modelIn(cacheDir, tiny)
  return await Promise.all(['onnx/model.onnx', 'onnx/model.onnx_data'].map((name) => hashFile(join(folder, name))))
}

/** Makes the manifest agree with the damaged file's size and time, so that only loading can notice. */
async function recordTimes(folder: string): Promise<void> {
  const file = join(folder, 'manifest.json')
  const manifest = JSON.parse(await readFile(file, 'utf8')) as { files: { path: string; mtimeMs: number }[] }
  for (const entry of manifest.files) entry.mtimeMs = (await stat(join(folder, entry.path))).mtimeMs
  await writeFile(file, JSON.stringify(manifest))
}

async function runChild(cacheDir: string, weights: Partial<PackagedWeights> = {}): Promise<string> {
  const args = ['--conditions=@datacortex/source', child, cacheDir, JSON.stringify(weights)]
  const process_ = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  process_.stdout.on('data', (chunk) => (output += String(chunk)))
  await once(process_, 'close')
  return output
}
