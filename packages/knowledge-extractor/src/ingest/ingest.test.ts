import { mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HookPoint } from '@datacortex/plugin'
import { expect, test, vi } from 'vitest'
import { filePool } from '../__fixtures__/file-reader.ts'
import { knowledgeSpace, signal, tides } from '../__fixtures__/knowledge-space.ts'
import type { HooksPort } from '../ports.ts'
import { ingest } from './ingest.ts'

const topics = ['harbour walls', 'rye bread', 'mountain huts', 'old clocks', 'honey bees', 'paper boats']

/** A text about one thing, unlike the others. */
function article(topic: string): string {
  return `# All about ${topic}\n\nGood ${topic} need patience, dry weather and a careful owner from the ${topic} guild. Every town with ${topic} keeps a register of the ${topic} in its archive.\n`
}

function inbox(): Readonly<Record<string, string>> {
  return Object.fromEntries(topics.map((topic) => [`inbox/${topic.replace(' ', '-')}.md`, article(topic)]))
}

const literature = '0-personal/3-knowledge/literature'

test('a folder, an address and text become notes, and the report counts them', async () => {
  const url = 'https://example.org/tides'
  const { ports, root, list } = await knowledgeSpace(inbox(), { subAgents: filePool({ pages: { [url]: tides } }) })
  const events: string[] = []
  const report = await ingest(
    [
      join(root, 'inbox'),
      url,
      { kind: 'text', text: 'A short note about sleep and the light of screens in the evening.' },
      url,
    ],
    ports,
    { signal, concurrency: 3, onProgress: ({ stage, done, total }) => events.push(`${stage} ${done}/${total}`) },
  )
  expect(report).toMatchObject({ inputs: 8, resumed: 0, counts: { success: 8, failed: 0, skipped: 0 } })
  expect(report.results.map(({ input }) => input.replace(`${root}/`, ''))).toEqual([
    ...Object.keys(inbox()).sort(),
    url,
    'text',
  ])
  expect(events).toHaveLength(8)
  expect(events.at(-1)).toBe('ingest 8/8')
  expect(await list(literature)).toHaveLength(8)
  expect(report.outputs).toEqual(
    expect.arrayContaining((await list(literature)).map((name) => `${literature}/${name}`)),
  )
})

test('the same batch again extracts no file and writes nothing; what changed is a new version', async () => {
  const pool = filePool()
  const { ports, root, write, list, read } = await knowledgeSpace(inbox(), { subAgents: pool })
  await ingest([join(root, 'inbox')], ports, { signal })
  const notes = await list(literature)
  const before = await Promise.all(notes.map(async (name) => await read(`${literature}/${name}`)))
  pool.extracted.length = 0
  const again = await ingest([join(root, 'inbox')], ports, { signal })
  expect(again).toMatchObject({ resumed: 6, counts: { unchanged: 6, success: 0 }, outputs: [] })
  expect(pool.extracted).toEqual([])
  expect(await Promise.all((await list(literature)).map(async (name) => await read(`${literature}/${name}`)))).toEqual(
    before,
  )
  await write('inbox/rye-bread.md', `${article('rye bread')}\nNew words.`)
  const changed = await ingest([join(root, 'inbox')], ports, { signal })
  expect(changed.counts).toMatchObject({ unchanged: 5, success: 1 })
  expect(await list(literature)).toEqual(notes)
})

test('inputs that fail are coded results, the batch goes on, and they are tried again', async () => {
  const { ports, root, write } = await knowledgeSpace({
    ...inbox(),
    'inbox/locked.md': 'ENCRYPTED',
    'inbox/bug.md': 'HANG UP',
    'inbox/what.bin': '\u0000\u0001\u0000\u0002\u0003',
    'inbox/large.md': '',
  })
  await truncate(join(root, 'inbox/large.md'), 2_000_000_000)
  const inputs = [join(root, 'inbox'), join(root, 'gone'), 'https://example.org/none']
  const report = await ingest(inputs, ports, { signal })
  expect(report.counts).toMatchObject({ success: 6, failed: 5, skipped: 1 })
  expect(
    Object.fromEntries(
      report.results.flatMap(({ input, error }) =>
        error === undefined ? [] : [[input.replace(`${root}/`, ''), error.code]],
      ),
    ),
  ).toEqual({
    'inbox/bug.md': 'KNOWLEDGE_EXTRACTION_FAILED',
    'inbox/large.md': 'KNOWLEDGE_INPUT_TOO_LARGE',
    'inbox/locked.md': 'READER_ENCRYPTED',
    'inbox/what.bin': 'KNOWLEDGE_NO_SUB_AGENT',
    gone: 'KNOWLEDGE_INPUT_UNREADABLE',
    'https://example.org/none': 'FETCH_NOT_FOUND',
  })
  await write('inbox/locked.md', article('locks'))
  const again = await ingest(inputs, ports, { signal })
  expect(again.counts).toMatchObject({ unchanged: 6, success: 1, failed: 4, skipped: 1 })
})

test("hidden files, the program's own, notes that ingesting made and links out of the folder are passed over", async () => {
  const { ports, root } = await knowledgeSpace({
    '0-personal/notes/a.md': article('clocks'),
    '0-personal/.hidden/b.md': article('secrets'),
    '0-personal/node_modules/c.md': article('code'),
    '.datacore/env/KEY': 'sk-secret',
    '0-personal/plan.scan.md': '---\ntype: companion\noriginal: plan.scan\n---\n\nText.',
    'outside/d.md': article('others'),
  })
  await symlink(join(root, 'outside/d.md'), join(root, '0-personal/d.md'))
  const report = await ingest([join(root, '0-personal'), join(root, '.datacore/env/KEY')], ports, { signal })
  expect(
    report.results.map(({ input, status, error }) => [input.replace(`${root}/`, ''), status, error?.code]),
  ).toEqual([
    ['0-personal/d.md', 'failed', 'KNOWLEDGE_INPUT_UNREADABLE'],
    ['0-personal/notes/a.md', 'success', undefined],
    ['.datacore/env/KEY', 'failed', 'KNOWLEDGE_INPUT_UNREADABLE'],
  ])
  expect(report.passed_over).toEqual([
    { reason: 'hidden', files: 1 },
    { reason: 'made by ingesting', files: 1 },
  ])
  const again = await ingest([root], ports, { signal })
  expect(again.passed_over.find(({ reason }) => reason.startsWith('in the folders for notes'))?.files).toBeGreaterThan(
    1,
  )
  expect(again.results.map(({ input }) => input.replace(`${root}/`, ''))).not.toContain(
    `${literature}/all-about-clocks.md`,
  )
})

test('notes that were made for another space or lay elsewhere before are passed over, notes of people are not', async () => {
  const { ports, root, write } = await knowledgeSpace({ 'inbox/clocks.md': article('clocks') })
  const made = await ingest([join(root, 'inbox')], ports, { signal })
  expect(made.outputs.length).toBeGreaterThan(1)
  await write('1-acme/shelf/mine.md', `---\ntype: literature\n---\n\n${article('bees')}`)
  await write('1-acme/shelf/idea.md', `---\ntype: zettel\ntaint: external\n---\n\n${article('boats')}`)
  const acme = { ...ports, space: '1-acme', locations: { org: { literature: '{space}/shelf-2' } } }
  const inputsOf = async (): Promise<readonly string[]> =>
    (await ingest([root], acme, { signal, dryRun: true })).results.map(({ input }) => input.replace(`${root}/`, ''))
  const others = ['1-acme/shelf/idea.md', '1-acme/shelf/mine.md', 'inbox/clocks.md']
  expect(await inputsOf()).toEqual(others)
  expect((await ingest([root], ports, { signal, dryRun: true })).results).toHaveLength(3)
})

test('exports below a folder are one input each, and nothing in them is one', async () => {
  const pool = filePool()
  const asked: string[] = []
  const accepts: typeof pool.accepts = (input) => {
    if (input.contentType === 'inode/directory') asked.push(input.name)
    return pool.accepts(input)
  }
  const { ports, root } = await knowledgeSpace(
    {
      ...inbox(),
      'inbox/deep/my-export/a.json': '{}',
      'inbox/deep/my-export/general/b.json': '{}',
      'inbox/deep/x.md': article('old walls'),
      'inbox/.hidden/c.md': article('hidden walls'),
    },
    { subAgents: { ...pool, accepts } },
  )
  const report = await ingest([join(root, 'inbox')], ports, { signal })
  const inputs = [...new Set(report.results.map(({ input }) => input.replace(`${root}/inbox/`, '')))]
  expect(inputs.filter((input) => input.startsWith('deep'))).toEqual(['deep/my-export', 'deep/x.md'])
  expect(report.results.filter(({ input }) => input.endsWith('my-export'))).toHaveLength(2)
  // A folder with notes is not asked about.
  expect([...new Set(asked)].map((path) => path.replace(`${root}/`, ''))).toEqual(['inbox', 'inbox/deep/my-export'])
})

test('a folder that is one export is one input', async () => {
  const { ports, root } = await knowledgeSpace({ 'inbox/my-export/a.json': '{}' })
  const report = await ingest([join(root, 'inbox/my-export')], ports, { signal })
  expect(report).toMatchObject({ inputs: 1, counts: { success: 2 } })
})

test('a dry run writes nothing, tells nobody and shows what would come about', async () => {
  const reported: HookPoint[] = []
  const hooks: HooksPort = { emit: (point) => Promise.resolve(void reported.push(point)).then(() => []) }
  const { ports, root } = await knowledgeSpace(inbox(), { hooks })
  const report = await ingest([join(root, 'inbox')], ports, { signal, dryRun: true })
  expect(report.counts).toMatchObject({ success: 6 })
  expect(report.outputs).toContain(`${literature}/all-about-honey-bees.md`)
  expect(await readdir(root)).toEqual(['inbox'])
  expect(reported).toEqual([])
})

test('hooks are told in order, and may leave an input out', async () => {
  const reported: string[] = []
  const hooks: HooksPort = {
    emit: (point, payload) => {
      const input = 'input' in payload ? payload.input.split('/').at(-1) : ''
      reported.push(`${point} ${input}`)
      const answer = point === 'pre_ingest' && input === 'old-clocks.md' ? { skip: 'no clocks' } : undefined
      return Promise.resolve([{ module: 'picky', answer }])
    },
  }
  const { ports, root } = await knowledgeSpace(
    { 'inbox/old-clocks.md': article('clocks'), 'inbox/rye.md': article('rye') },
    { hooks },
  )
  const report = await ingest([join(root, 'inbox')], ports, { signal, concurrency: 1 })
  expect(reported).toEqual([
    'pre_ingest old-clocks.md',
    'post_ingest old-clocks.md',
    'pre_ingest rye.md',
    'post_extract rye.md',
    'post_ingest rye.md',
    'ingest_complete ',
  ])
  expect(report.results[0]).toMatchObject({ status: 'skipped', error: { code: 'KNOWLEDGE_INPUT_SKIPPED' } })
})

test('of what is closed to the caller nothing is told, though it was read for others before', async () => {
  const { ports, root } = await knowledgeSpace({ 'inbox/clocks.md': article('clocks') })
  const inputs = [join(root, 'inbox')]
  await ingest(inputs, ports, { signal })
  const hidden: typeof ports.hidden = (path) =>
    Promise.resolve(path.endsWith('clocks.md') ? { reason: 'it is private', hint: 'Ask.' } : undefined)
  for (const dryRun of [true, false]) {
    const { results } = await ingest(inputs, { ...ports, hidden }, { signal, dryRun })
    expect(results).toMatchObject([{ status: 'skipped', summary: '', error: { code: 'KNOWLEDGE_INPUT_SKIPPED' } }])
    expect(results[0]?.title).toBeUndefined()
  }
})

test('the same batch twice at the same time is refused', async () => {
  const { promise: running, resolve: start } = Promise.withResolvers<void>()
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const subAgents = filePool({
    onExtract: async () => {
      start()
      await mayEnd
    },
  })
  const { ports, root } = await knowledgeSpace({ 'inbox/a.md': article('bees') }, { subAgents })
  const first = ingest([join(root, 'inbox')], ports, { signal })
  await running
  vi.stubEnv('DATACORTEX_PATIENCE', '')
  await expect(ingest([join(root, 'inbox')], ports, { signal })).rejects.toMatchObject({
    code: 'KNOWLEDGE_INGEST_RUNNING',
  })
  end()
  expect((await first).counts.success).toBe(1)
})

test('an abort ends the batch, and the next run goes on', async () => {
  const controller = new AbortController()
  const pool = filePool()
  const { ports, root, list } = await knowledgeSpace(inbox(), { subAgents: pool })
  const onProgress = ({ done }: { readonly done: number }): void => {
    if (done === 3) controller.abort(new Error('enough'))
  }
  const pending = ingest([join(root, 'inbox')], ports, { signal: controller.signal, concurrency: 1, onProgress })
  await expect(pending).rejects.toThrow('enough')
  pool.extracted.length = 0
  const { resumed, counts } = await ingest([join(root, 'inbox')], ports, { signal })
  expect(resumed).toBeGreaterThanOrEqual(3)
  expect(resumed).toBeLessThan(6)
  expect(pool.extracted).toHaveLength(6 - resumed)
  expect(counts.success + counts.unchanged).toBe(6)
  expect(await list(literature)).toHaveLength(6)
})

test('a journal with a line that was cut short is read', async () => {
  const { ports, root, list } = await knowledgeSpace(inbox())
  const { batch } = await ingest([join(root, 'inbox')], ports, { signal })
  const file = join(root, '.datacore/state/ingest', `${batch}.jsonl`)
  const lines = (await readFile(file, 'utf8')).split('\n')
  await writeFile(file, `${lines.slice(0, 2).join('\n')}\n${(lines[2] ?? '').slice(0, 50)}`)
  const report = await ingest([join(root, 'inbox')], ports, { signal })
  expect(report).toMatchObject({ resumed: 2, counts: { success: 2, unchanged: 4 } })
  expect(await list(literature)).toHaveLength(6)
})

test('a journal that was cut short inside a letter is read too', async () => {
  const { ports, root } = await knowledgeSpace(inbox())
  const { batch } = await ingest([join(root, 'inbox')], ports, { signal })
  const file = join(root, '.datacore/state/ingest', `${batch}.jsonl`)
  const lines = (await readFile(file, 'utf8')).split('\n')
  const torn = Buffer.from(`{"v":1,"key":"Ü`).subarray(0, -1)
  await writeFile(file, Buffer.concat([Buffer.from(`${lines.slice(0, 3).join('\n')}\n`), torn]))
  for (const resumed of [3, 6])
    expect(await ingest([join(root, 'inbox')], ports, { signal })).toMatchObject({ resumed, counts: { failed: 0 } })
})

test('a journal that can not be read stops the batch before anything is extracted', async () => {
  const pool = filePool()
  const { ports, root } = await knowledgeSpace(inbox(), { subAgents: pool })
  const { batch } = await ingest([join(root, 'inbox')], ports, { signal })
  const file = join(root, '.datacore/state/ingest', `${batch}.jsonl`)
  await rm(file)
  await mkdir(file)
  pool.extracted.length = 0
  await expect(ingest([join(root, 'inbox')], ports, { signal })).rejects.toMatchObject({
    code: 'PLATFORM_FILE_UNREADABLE',
  })
  expect(pool.extracted).toEqual([])
})
