import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ProgressEvent, sha256 } from '@datacortex/platform'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type LoopbackHub, loopbackHub } from './__fixtures__/loopback-hub.ts'
import { tinyModel } from './__fixtures__/tiny-model.ts'
import { mostBytes } from './download-file.ts'
import { openEmbedder } from './open-embedder.ts'
import { readPins } from './model-manifest.ts'
import { type PullOptions, pullModel } from './pull-model.ts'
import { resolveModel, settingOfModel } from './resolve-model.ts'

const id = 'someone/tiny'
const weights = 'onnx/model.onnx'
let root = ''
let source = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'datacortex-pull-'))
  source = await tinyModel(join(root, 'source'), { '1_Pooling/config.json': { pooling_mode_cls_token: true } })
})
afterAll(() => rm(root, { recursive: true }))

async function opened(): Promise<{ readonly hub: LoopbackHub; readonly cacheDir: string }> {
  const hub = await loopbackHub(source)
  onTestFinished(async () => await hub[Symbol.asyncDispose]())
  return { hub, cacheDir: await mkdtemp(join(root, 'cache-')) }
}

const pull = async (cacheDir: string, more: Partial<PullOptions> = {}) =>
  await pullModel(id, { cacheDir, agree: () => Promise.resolve(true), ...more })
const inCache = (cacheDir: string, file: string): string => join(cacheDir, 'models/hub/someone/tiny', file)

test('a model is pulled once, pinned, and used without the hub as one in a folder', async () => {
  const { hub, cacheDir } = await opened()
  const events: unknown[] = []
  const pulled = await pull(cacheDir, { onProgress: (event) => events.push(event) })
  expect(pulled).toMatchObject({ model: id, from: hub.origin, here: true })
  const { files } = readPins(pulled.folder)
  expect(Object.keys(files)).toEqual([
    'config.json',
    'tokenizer.json',
    'tokenizer_config.json',
    '1_Pooling/config.json',
    weights,
    'onnx/model.onnx_data',
  ])
  for (const [path, { sha256: pinned }] of Object.entries(files))
    expect(sha256(await readFile(join(source, path)))).toBe(pinned)
  const size = (await stat(join(source, weights))).size
  expect(events).toContainEqual({ stage: 'download', done: size, total: size, subject: weights })
  const asked = hub.asked.length
  expect(await pull(cacheDir)).toEqual({ ...pulled, downloaded_bytes: 0 })
  expect(hub.asked.slice(asked)).toEqual([])

  await using here = openEmbedder({ cacheDir, model: { model: id } })
  await using folder = openEmbedder({ cacheDir, model: { model: source } })
  expect(await here.embed(['tides'])).toEqual(await folder.embed(['tides']))
  expect(settingOfModel(cacheDir, here.modelId)).toEqual({ model: id, dtype: 'fp32' })
  expect(hub.asked.slice(asked)).toEqual([])
})

test('a download that breaks off goes on where it ended', async () => {
  const { hub, cacheDir } = await opened()
  const data = 'onnx/model.onnx_data'
  let breakOff = (): void => {}
  hub.instead.set(data, (response, content) => {
    response.writeHead(200, { etag: `"${sha256(content)}"`, 'content-length': content.length })
    response.write(content.subarray(0, 1000))
    breakOff = () => response.destroy()
  })
  // What came has been taken by then.
  const onProgress = (event: ProgressEvent): void => (event.subject === data ? breakOff() : undefined)
  await expect(pull(cacheDir, { onProgress })).rejects.toMatchObject({ code: 'FETCH_UNREACHABLE' })
  expect(resolveModel(cacheDir, { model: id }).kind).toBe('hub')
  const { size } = await stat(inCache(cacheDir, `${data}.part`))
  expect(size).toBeGreaterThan(0)
  hub.instead.clear()
  hub.asked.length = 0
  const { downloaded_bytes: bytes } = await pull(cacheDir)
  expect(hub.asked[0]).toBe('modules.json')
  expect(hub.asked).toContain(`${data} bytes=${size}-`)
  expect(hub.asked).not.toContain('config.json')
  expect(bytes).toBe((await stat(join(source, data))).size)
  expect(existsSync(inCache(cacheDir, `${data}.part`))).toBe(false)
})

test('what came is thrown away where the rest is of another state of the file', async () => {
  const { hub, cacheDir } = await opened()
  const file = inCache(cacheDir, weights)
  await mkdir(inCache(cacheDir, 'onnx'), { recursive: true })
  await writeFile(`${file}.part`, 'of another file')
  await expect(pull(cacheDir)).rejects.toThrow('and the hub says')
  expect(hub.asked).toContain(`${weights} bytes=15-`)
  await pull(cacheDir)
  expect(await readFile(file)).toEqual(await readFile(join(source, weights)))
})

test.each([
  ['begins elsewhere', { etag: `"${'0'.repeat(64)}"`, 'content-range': 'bytes 0-9/10' }],
  ['says no hash', { etag: '"weak"', 'content-range': 'bytes 15-19/20' }],
])('what came is thrown away at once where the hub %s', async (_, headers) => {
  const { hub, cacheDir } = await opened()
  const file = inCache(cacheDir, weights)
  await mkdir(inCache(cacheDir, 'onnx'), { recursive: true })
  await writeFile(`${file}.part`, 'of another file')
  hub.instead.set(weights, (response) => {
    hub.instead.clear()
    response.writeHead(206, headers).end('rest')
  })
  await pull(cacheDir)
  expect(await readFile(file)).toEqual(await readFile(join(source, weights)))
})

test('other bytes than the first time are refused, and what was damaged here comes again', async () => {
  const { hub, cacheDir } = await opened()
  await pull(cacheDir)
  const file = inCache(cacheDir, weights)
  await writeFile(file, 'damaged')
  hub.instead.set(weights, (response) => response.writeHead(200, { etag: `"${sha256('new')}"` }).end('new'))
  await expect(pull(cacheDir)).rejects.toMatchObject({ code: 'EMBEDDINGS_DOWNLOAD_CHANGED' })
  expect(await readFile(file, 'utf8')).toBe('damaged')
  expect(existsSync(`${file}.part`)).toBe(false)
  hub.instead.set(weights, (response) => response.writeHead(404).end())
  await expect(pull(cacheDir)).rejects.toMatchObject({ code: 'EMBEDDINGS_MODEL_NOT_FOUND' })
  hub.instead.clear()
  await pull(cacheDir)
  expect(await readFile(file)).toEqual(await readFile(join(source, weights)))
})

test.each<[string, Parameters<LoopbackHub['instead']['set']>[1], string, string, string?]>([
  [
    'lies about a hash',
    (response, content) => response.writeHead(200, { etag: `"${'0'.repeat(64)}"` }).end(content),
    'EMBEDDINGS_DOWNLOAD_FAILED',
    'and the hub says 0000',
  ],
  [
    'leads to another host',
    (response) => response.writeHead(302, { location: 'https://example.org/model.onnx' }).end(),
    'EMBEDDINGS_DOWNLOAD_FAILED',
    'leads to example.org, which is neither the hub',
  ],
  [
    'leads to a host whose name only ends like that of the hub',
    (response) => response.writeHead(302, { location: 'https://nothf.co/model.onnx' }).end(),
    'EMBEDDINGS_DOWNLOAD_FAILED',
    'leads to nothf.co',
  ],
  [
    'leads in a circle',
    (response) => response.writeHead(302, { location: `/someone/tiny/resolve/main/${weights}` }).end(),
    'EMBEDDINGS_DOWNLOAD_FAILED',
    'redirected more than 5 times',
  ],
  [
    'fails',
    (response) => response.writeHead(500).end('down'),
    'EMBEDDINGS_DOWNLOAD_FAILED',
    'the hub answered with 500',
  ],
  [
    'does not know it',
    (response) => response.writeHead(401).end(),
    'EMBEDDINGS_DOWNLOAD_FAILED',
    'the hub answered with 401',
    'It says so of a model that it does not have',
  ],
  [
    'has more than anybody needs',
    (response) => response.writeHead(200, { 'content-length': mostBytes + 1 }).write('x'),
    'EMBEDDINGS_DOWNLOAD_FAILED',
    `it has ${mostBytes + 1} bytes`,
  ],
  ['has no such file', (response) => response.writeHead(404).end(), 'EMBEDDINGS_MODEL_NOT_FOUND', `has no ${weights}`],
])('a hub that %s gives no model', async (_, instead, code, message, hint = '') => {
  const { hub, cacheDir } = await opened()
  hub.instead.set(weights, instead)
  await expect(pull(cacheDir)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(message) as string,
    hint: expect.stringContaining(hint) as string,
  })
  expect(existsSync(inCache(cacheDir, weights))).toBe(false)
  expect(resolveModel(cacheDir, { model: id }).kind).toBe('hub')
  await using embedder = openEmbedder({ cacheDir, model: { model: id } })
  await expect(embedder.embed(['a'])).rejects.toMatchObject({ code: 'EMBEDDINGS_MODEL_NOT_FOUND' })
})

test('an address of the hub that is none is named', async () => {
  const { cacheDir } = await opened()
  vi.stubEnv('HF_ENDPOINT', 'hub.example.org')
  await expect(pull(cacheDir)).rejects.toMatchObject({
    code: 'EMBEDDINGS_DOWNLOAD_FAILED',
    message: expect.stringContaining('HF_ENDPOINT is "hub.example.org"') as string,
    hint: 'Set it to an address such as https://huggingface.co, or not at all.',
  })
})

test('a redirect within the hub is followed, and the hash that it names counts', async () => {
  const { hub, cacheDir } = await opened()
  hub.instead.set(weights, (response) =>
    response.writeHead(302, { location: '/elsewhere', 'x-linked-etag': `"${'0'.repeat(64)}"` }).end(),
  )
  await writeFile(join(source, 'elsewhere'), 'weights')
  await expect(pull(cacheDir)).rejects.toThrow('the hub says 0000')
  expect(hub.asked).toContain('/elsewhere')
})

test('a model that can not be used is refused before its weights come', async () => {
  const { hub, cacheDir } = await opened()
  hub.instead.set('1_Pooling/config.json', (response) => response.end('{"pooling_mode_lasttoken": true}'))
  await expect(pull(cacheDir)).rejects.toMatchObject({ code: 'EMBEDDINGS_MODEL_BROKEN' })
  expect(hub.asked).not.toContain(weights)
})

test.skipIf(!existsSync('/dev/full'))('a full disk is told, and nothing is used', async () => {
  const { cacheDir } = await opened()
  await mkdir(inCache(cacheDir, 'onnx'), { recursive: true })
  await symlink('/dev/full', `${inCache(cacheDir, weights)}.part`)
  await expect(pull(cacheDir)).rejects.toMatchObject({
    code: 'EMBEDDINGS_DOWNLOAD_FAILED',
    message: expect.stringContaining('no space left on the disk') as string,
  })
  expect(resolveModel(cacheDir, { model: id }).kind).toBe('hub')
})

test('a stop ends it, and the next pull goes on', async () => {
  const { hub, cacheDir } = await opened()
  const stop = new AbortController()
  const onProgress = (): void => stop.abort(new Error('enough'))
  await expect(pull(cacheDir, { signal: stop.signal, onProgress })).rejects.toThrow('enough')
  expect(hub.asked).not.toContain(weights)
  expect((await pull(cacheDir)).downloaded_bytes).toBeGreaterThan(0)
})

test.each(['default x', '../up', 'https://example.org/m'])('%j is no id', async (wrong) => {
  await expect(
    pullModel(wrong, { cacheDir: root, agree: () => Promise.reject(new Error('asked')) }),
  ).rejects.toMatchObject({ code: 'EMBEDDINGS_MODEL_NOT_FOUND' })
})
