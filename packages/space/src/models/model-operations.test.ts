import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256, writeLocalSettings } from '@datacortex/platform'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { workOf, workSpace } from '../__fixtures__/work-space.ts'
import { examineEverything } from '../findings/examine-everything.ts'
import { modelFindings } from '../findings/model-findings.ts'
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
  await using space = await openSpace(paths.root, { isTrusted: true })
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
  expect(models).toContainEqual({ name: 'someone/pulled', size: 7, kind: 'embedder', here: true, active: false })
  expect(models.at(-1)).toMatchObject({ name: 'someone/absent', here: false, active: true })
})

test('nothing is downloaded without a yes, whatever the settings of the space say', async () => {
  const asked = await hub()
  const { paths } = await workSpace({ settings: { embeddings: { model: 'someone/tiny' } } })
  const questions: string[] = []
  await using space = await openSpace(paths.root, { isTrusted: true, ask: asking(false, questions) })
  const plan = { model: 'someone/tiny', here: false, from: process.env['HF_ENDPOINT'] }
  expect(await space.model.pull({ name: 'someone/tiny', dry_run: true })).toMatchObject({ ...plan, dry_run: true })
  expect(questions).toEqual([])
  expect(await space.model.pull({ name: 'someone/tiny' })).toMatchObject(plan)
  expect(questions).toEqual([expect.stringContaining(`from ${plan.from} into ${cache}`)])
  await using alone = await openSpace(paths.root, { isTrusted: true })
  await expect(alone.model.pull({ name: 'someone/tiny' })).rejects.toMatchObject({ code: 'CLI_ANSWER_NEEDED' })
  expect(asked).toEqual([])
  await expect(alone.model.pull({ name: 'someone/tiny', yes: true })).rejects.toMatchObject({
    code: 'EMBEDDINGS_MODEL_NOT_FOUND',
  })
  expect(asked).toEqual(['/someone/tiny/resolve/main/config.json'])
})

test('a model that is not here is not named in the settings', async () => {
  const { paths } = await workSpace()
  await using space = await openSpace(paths.root, { isTrusted: true })
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
  await using space = await openSpace(paths.root, { isTrusted: true })
  await space.index({})
  const planned = await space.model.use({ name: folder, dry_run: true })
  expect(planned).toMatchObject({ model: folder, former: 'default', index: { dry_run: true, changed: 1 } })
  await expect(readFile(paths.settingsLocalFile)).rejects.toThrow('ENOENT')

  const used = await space.model.use({ name: folder })
  expect(used).toMatchObject({ model: folder, former: 'default', index: { embedded: 1 } })
  expect(await readFile(paths.settingsLocalFile, 'utf8')).toBe(`embeddings:\n  model: ${folder}\n  dtype: fp32\n`)
  const { noteModels } = await import('@datacortex/memory')
  expect(noteModels(paths)?.answering).toMatch(/^my-model@.*fp32$/)

  // As if embedding had been interrupted at once.
  await writeLocalSettings(paths, 'embeddings', { model: 'default', dtype: undefined, former: folder })
  const found = await space.search({ query: 'What pulls the sea?' })
  expect(found).toHaveProperty('legs.vector', true)
  expect(found).toHaveProperty('legs.other_model', expect.stringMatching(/^my-model@/))
  await writeLocalSettings(paths, 'embeddings', { model: folder, dtype: 'fp32', former: undefined })

  await space.model.use({ name: 'default' })
  expect(await readFile(paths.settingsLocalFile, 'utf8')).toBe(`embeddings:\n  model: default\n  former: ${folder}\n`)
  expect(noteModels(paths)?.answering).toMatch(/^all-MiniLM.*int8$/)
})

test('a cross-encoder is tried, named, ranks notes anew, and is taken back', async () => {
  const { paths } = await workSpace({ settings: { embeddings: { threads: 0 } } })
  for (const name of ['moon', 'sea']) await writeFile(join(paths.root, `${name}.md`), `# Tide\n\nTide ${name}\n`)
  const cross = await crossEncoder(join(paths.root, '.datacore/cache/cross'))
  await using space = await openSpace(paths.root, { isTrusted: true })
  await space.index({})
  const ask = async () => await space.search({ query: 'tide', top: 2 })
  const plain = await ask()
  expect(plain).not.toHaveProperty('legs.reranker')
  const used = { model: cross, kind: 'reranker', former: 'none' }
  expect(await space.model.use({ name: cross, dry_run: true })).toMatchObject(used)
  await expect(readFile(paths.settingsLocalFile)).rejects.toThrow('ENOENT')
  expect(await space.model.use({ name: cross })).toMatchObject(used)
  expect(await readFile(paths.settingsLocalFile, 'utf8')).toBe(`embeddings:\n  reranker: ${cross}\n`)
  const { models } = await space.model.list({})
  expect(models.filter(({ active }) => active)).toMatchObject([{ name: 'default' }, { name: cross, here: true }])
  const ranked = await ask()
  expect(ranked).toHaveProperty('legs.reranker', cross)
  expect(ranked.results.map(({ path }) => path)).toEqual(['sea.md', 'moon.md'])
  expect(ranked.results[0]?.reranked).toBeGreaterThan(ranked.results[1]?.reranked ?? 1)
  expect((await examineEverything.run(workOf(paths), {})).findings.map(({ code }) => code)).not.toContain(
    'MODEL_ABSENT',
  )

  await rm(join(cross, 'config.json'))
  await using later = await openSpace(paths.root, { isTrusted: true })
  const without = await later.search({ query: 'tide', top: 2 })
  expect(without.results.map(({ path }) => path)).toEqual(plain.results.map(({ path }) => path))
  expect(without.remarks).toEqual([expect.stringContaining('were not ranked anew: EMBEDDINGS_MODEL_NOT_FOUND')])
  const { ok, findings } = await examineEverything.run(workOf(paths), {})
  expect(findings).toContainEqual(expect.objectContaining({ code: 'EMBEDDINGS_MODEL_NOT_FOUND', severity: 'warning' }))
  expect(ok).toBe(true)
  expect(await space.model.use({ name: 'none' })).toMatchObject({ model: 'none', kind: 'reranker', former: cross })
  expect((await ask()).results).toEqual(plain.results.map((hit) => ({ ...hit, tier: expect.any(String) as string })))
})

test('a cross-encoder that gives no number is refused, and the settings stay', async () => {
  const { paths } = await workSpace()
  const broken = await crossEncoder(join(paths.root, 'broken'))
  await writeFile(join(broken, 'onnx/model.onnx'), 'damaged')
  await using space = await openSpace(paths.root, { isTrusted: true })
  await expect(space.model.use({ name: broken })).rejects.toMatchObject({ code: 'EMBEDDINGS_MODEL_BROKEN' })
  await expect(readFile(paths.settingsLocalFile)).rejects.toThrow('ENOENT')
})

test('files of a model that was pulled are checked by their hashes, and what repairs them is told', async () => {
  const name = 'someone/cross'
  const { paths } = await workSpace({ settings: { embeddings: { reranker: name } } })
  const found = async () =>
    (await modelFindings(paths)).filter(({ subject }) => subject.startsWith(name)).map(({ code, hint }) => [code, hint])
  const hint = `datacortex model pull ${name}`
  expect(await found()).toEqual([['MODEL_ABSENT', hint]])
  const folder = await crossEncoder(join(cache, 'models/hub', name))
  const pinned = async (path: string) => [path, { sizeBytes: 1, sha256: sha256(await readFile(join(folder, path))) }]
  const files = Object.fromEntries(await Promise.all(['config.json', 'onnx/model.onnx'].map(pinned))) as object
  await writeFile(join(folder, 'pulled.json'), JSON.stringify({ files, isComplete: true }))
  expect(await found()).toEqual([])
  await writeFile(join(folder, 'onnx/model.onnx'), 'damaged')
  expect(await found()).toEqual([['MODEL_BROKEN', hint]])
})

/** Says the mean of the numbers of the tokens, which means nothing. */
async function crossEncoder(folder: string): Promise<string> {
  const graph =
    'CAgSCmRhdGFjb3J0ZXg6rwEKIgoJaW5wdXRfaWRzEgFmGgFmIgRDYXN0KgkKAnRvGAGgAQIKIgoBZhIBbRoBbSIKUmVkdWNlTWVhbioLCgRheGVz' +
    'QAGgAQcKGwoBbQoBcxIGbG9naXRzGgZsb2dpdHMiA0RpdhIBeCoLEAFCAXNKBABAHEZaHQoJaW5wdXRfaWRzEhAKDggHEgoKAxIBYgoDEgF0YhkKBmxv' +
    'Z2l0cxIPCg0IARIJCgMSAWIKAggBQgQKABAR'
  const vocab = { '[PAD]': 0, '[UNK]': 1, '[CLS]': 2, '[SEP]': 3, tide: 9, moon: 90, sea: 9000 }
  const special = (['[PAD]', '[UNK]', '[CLS]', '[SEP]'] as const).map((content) => {
    return { id: vocab[content], content, special: true }
  })
  const one = (id: string, type_id: number) => ({ [id.startsWith('[') ? 'SpecialToken' : 'Sequence']: { id, type_id } })
  const tokenizer = {
    version: '1.0',
    added_tokens: special,
    normalizer: { type: 'BertNormalizer', lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    post_processor: {
      type: 'TemplateProcessing',
      single: [one('[CLS]', 0), one('A', 0), one('[SEP]', 0)],
      pair: [one('[CLS]', 0), one('A', 0), one('[SEP]', 0), one('B', 1), one('[SEP]', 1)],
      special_tokens: Object.fromEntries(
        special.map(({ id, content }) => [content, { id: content, ids: [id], tokens: [content] }]),
      ),
    },
    model: { type: 'WordPiece', unk_token: '[UNK]', continuing_subword_prefix: '##', vocab },
  }
  const config = { model_type: 'bert', hidden_size: 8, architectures: ['BertForSequenceClassification'] }
  await mkdir(join(folder, 'onnx'), { recursive: true })
  await writeFile(join(folder, 'onnx/model.onnx'), Buffer.from(graph, 'base64'))
  await writeFile(join(folder, 'config.json'), JSON.stringify(config))
  await writeFile(join(folder, 'tokenizer.json'), JSON.stringify(tokenizer))
  await writeFile(
    join(folder, 'tokenizer_config.json'),
    JSON.stringify({
      tokenizer_class: 'BertTokenizer',
      model_max_length: 64,
      unk_token: '[UNK]',
      sep_token: '[SEP]',
      pad_token: '[PAD]',
      cls_token: '[CLS]',
    }),
  )
  return folder
}

/** The packaged model as any other one in a folder. */
async function convertedFp32(): Promise<{ readonly packagedFolder: string }> {
  const { openEmbedder, verifyModel } = await import('@datacortex/embeddings')
  const options = { cacheDir: cache, model: { dtype: 'fp32' } as const }
  await using embedder = openEmbedder(options)
  await embedder.embed(['convert'])
  return { packagedFolder: (await verifyModel(options)).folder }
}
