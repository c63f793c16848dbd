import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { openSpace } from '../space.ts'
import type { Questions } from '../work.ts'

// Tests of `@datacortex/embeddings` pull models that work; here the packaged one is enough, with a hub that has none.
let cache = ''
beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'models-'))
  vi.stubEnv('DATACORTEX_CACHE_DIR', cache)
  onTestFinished(async () => await rm(cache, { recursive: true, force: true }))
})

async function hub(): Promise<readonly string[]> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  vi.stubEnv('HF_ENDPOINT', `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
  return asked
}

function asking(answer: boolean, questions: string[]): Questions {
  const confirm = async (question: string): Promise<boolean> => {
    questions.push(question)
    return await Promise.resolve(answer)
  }
  return { confirm, mayRun: () => Promise.resolve(undefined) }
}

test('a list has what comes with the program, what was pulled and what is in use', async () => {
  const { paths } = await workSpace({ settings: { embeddings: { model: 'someone/absent' } } })
  await using space = await openSpace(paths.root)
  const pulled = join(cache, 'models/hub/someone/pulled')
  await mkdir(join(pulled, 'onnx'), { recursive: true })
  await writeFile(join(pulled, 'config.json'), '{"hidden_size": 12}')
  await writeFile(join(pulled, 'tokenizer_config.json'), '{"model_max_length": 99}')
  const files = { 'onnx/model.onnx': { sizeBytes: 7, sha256: 'aa' } }
  await writeFile(join(pulled, 'onnx/model.onnx'), 'weights')
  await writeFile(join(pulled, 'pulled.json'), JSON.stringify({ files, isComplete: true }))
  const { models } = await space.model.list({})
  expect(models.find(({ name }) => name === 'default')).toMatchObject({
    languages: ['en'],
    max_tokens: 256,
    license: 'Apache-2.0',
    here: true,
    active: false,
  })
  expect(models).toContainEqual({ name: 'someone/pulled', size: 7, here: true, active: false })
  expect(models.at(-1)).toMatchObject({ name: 'someone/absent', here: false, active: true })
})

test('nothing is downloaded without a yes, whatever the settings of the space say', async () => {
  const asked = await hub()
  const { paths } = await workSpace({ settings: { embeddings: { model: 'someone/tiny' } } })
  const questions: string[] = []
  await using space = await openSpace(paths.root, { ask: asking(false, questions) })
  const plan = { model: 'someone/tiny', here: false, from: process.env['HF_ENDPOINT'] }
  expect(await space.model.pull({ name: 'someone/tiny', dry_run: true })).toMatchObject({ ...plan, dry_run: true })
  expect(questions).toEqual([])
  expect(await space.model.pull({ name: 'someone/tiny' })).toMatchObject(plan)
  expect(questions).toEqual([expect.stringContaining(`from ${plan.from} into ${cache}`)])
  await using alone = await openSpace(paths.root)
  await expect(alone.model.pull({ name: 'someone/tiny' })).rejects.toMatchObject({ code: 'CLI_ANSWER_NEEDED' })
  expect(asked).toEqual([])
  await expect(alone.model.pull({ name: 'someone/tiny', yes: true })).rejects.toMatchObject({
    code: 'EMBEDDINGS_MODEL_NOT_FOUND',
  })
  expect(asked).toEqual(['/someone/tiny/resolve/main/config.json'])
})

test('a model that is not here is not named in the settings', async () => {
  const { paths } = await workSpace()
  await using space = await openSpace(paths.root)
  await expect(space.model.use({ name: 'someone/absent' })).rejects.toMatchObject({
    code: 'EMBEDDINGS_MODEL_NOT_FOUND',
    hint: 'datacortex model pull someone/absent',
  })
  await expect(space.model.use({ name: './absent' })).rejects.toMatchObject({ code: 'EMBEDDINGS_MODEL_NOT_FOUND' })
  await expect(readFile(paths.settingsLocalFile)).rejects.toThrow('ENOENT')
})

test('notes are embedded with the model that is used, and go back', async () => {
  const { paths } = await workSpace({ settings: { embeddings: { dtype: 'int8', threads: 0 } } })
  await writeFile(join(paths.root, 'tides.md'), '# Tides\n\nThe moon pulls the sea.\n')
  const { cp } = await import('node:fs/promises')
  const { packagedFolder } = await convertedFp32()
  const folder = join(paths.root, '.datacore/cache/my-model')
  await cp(packagedFolder, folder, { recursive: true })
  await using space = await openSpace(paths.root)
  await space.index({})
  const planned = await space.model.use({ name: folder, dry_run: true })
  expect(planned).toMatchObject({ model: folder, former: 'default', index: { dry_run: true, changed: 1 } })
  await expect(readFile(paths.settingsLocalFile)).rejects.toThrow('ENOENT')

  const used = await space.model.use({ name: folder })
  expect(used).toMatchObject({ model: folder, former: 'default', index: { embedded: 1 } })
  expect(await readFile(paths.settingsLocalFile, 'utf8')).toBe(`embeddings:\n  model: ${folder}\n  dtype: fp32\n`)
  const { noteModels } = await import('@datacortex/memory')
  expect(noteModels(paths)?.answering).toMatch(/^my-model@.*fp32$/)

  await space.model.use({ name: 'default' })
  expect(await readFile(paths.settingsLocalFile, 'utf8')).toBe('embeddings:\n  model: default\n')
  expect(noteModels(paths)?.answering).toMatch(/^all-MiniLM.*int8$/)
})

/** The packaged model as any other one in a folder. */
async function convertedFp32(): Promise<{ readonly packagedFolder: string }> {
  const { openEmbedder, verifyModel } = await import('@datacortex/embeddings')
  const options = { cacheDir: cache, model: { dtype: 'fp32' } as const }
  await using embedder = openEmbedder(options)
  await embedder.embed(['convert'])
  return { packagedFolder: (await verifyModel(options)).folder }
}
