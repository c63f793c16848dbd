import { glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import type { Caller } from '../caller/caller.ts'
import { builtinAgents } from '../parts/builtin-agents.ts'
import { ingestContent } from './ingest-content.ts'

const spring = 'Spring tides come two days after the new moon and are the highest of the month.'
const client: Caller = { kind: 'client', rights: ['research', 'run'] }

test('texts and bytes that lie in no file become notes', async () => {
  const { work } = await workSpace()
  const contents = [
    { name: 'Spring tides.md', text: `# Spring tides\n\n${spring}\n` },
    {
      base64: Buffer.from(`<h1>Neap</h1><p>Neap tides are the lowest of the month, a week later.</p>`).toString(
        'base64',
      ),
    },
  ]
  const answer = await ingestContent.run(work, { contents, index: false })
  expect(answer).toMatchObject({ ok: true, inputs: 2, counts: { success: 2 }, undo: expect.any(String) })
  expect(answer.items.map(({ input, title }) => [input, title])).toEqual([
    ['Spring tides.md', 'Spring tides'],
    ['stdin', 'Neap'],
  ])
})

test('what somebody is asked to do stands in the inbox, once', async () => {
  const { paths, work } = await workSpace()
  const inbox = async (): Promise<string> =>
    await readFile(join(paths.root, '0-personal/org/inbox.org'), 'utf8').catch(() => '')
  const contents = [{ name: 'a.md', text: `# Notes\n\n${spring}\n\n- [ ] Ask the museum for the drawings\n` }]
  const { findings } = await ingestContent.run(work, { contents, index: false })
  expect(findings).toEqual([])
  await ingestContent.run(work, { contents, index: false })
  expect((await inbox()).match(/^\* TODO Ask the museum for the drawings$/gm)).toHaveLength(1)
  expect(await inbox()).toContain(':SOURCE: 0-personal/3-knowledge/literature/notes.md')
})

test.each([[{}], [{ inputs: [] }], [{ contents: [{ name: 'a' }] }], [{ contents: [{ base64: '*' }] }]])(
  '%j is no input',
  (input) => {
    expect(ingestContent.input.safeParse(input).success).toBe(false)
  },
)

test('anyone who came by the network names files of the space only, through an agent too, and none with keys', async () => {
  const { paths, work } = await workSpace()
  await mkdir(join(paths.root, 'inbox'))
  await writeFile(join(paths.root, 'inbox/spring.txt'), spring)
  await writeFile(join(paths.root, 'inbox/.env'), 'KEY=planted')
  const asked = { ...work, caller: client }
  for (const input of ['/etc/hostname', '../secrets.txt', 'inbox/../../secrets.txt']) {
    const refused = { code: 'PLATFORM_PATH_REFUSED' }
    await expect(ingestContent.run(asked, { inputs: [input], index: false })).rejects.toMatchObject(refused)
    const task = { task: input, agent: { id: 'knowledge-extractor' }, run: { id: 'e', chain: [] } }
    const run = builtinAgents(asked)['knowledge-extractor']?.run
    const ended = run?.(task as unknown as Parameters<typeof run>[0], { signal: work.signal })
    await expect(ended).rejects.toMatchObject(refused)
  }
  const { items } = await ingestContent.run(asked, { inputs: ['inbox/spring.txt', 'inbox/.env'], index: false })
  expect(items.map(({ status, error }) => [status, error?.code])).toEqual([
    ['success', undefined],
    ['skipped', expect.anything()],
  ])
  expect(JSON.stringify(items)).not.toContain('planted')
})

test('an agent takes in nothing that it may not be shown', async () => {
  const settings = { privacy: { paths: { 'diary/**': 'private' } } }
  const { paths, work } = await workSpace({ agents: { writer: {} }, settings })
  await mkdir(join(paths.root, 'diary'))
  await writeFile(join(paths.root, 'diary/tides.txt'), spring)
  const ingest = async (caller: Caller) =>
    (await ingestContent.run({ ...work, caller }, { inputs: ['diary/tides.txt'], dry_run: true })).items
  expect(await ingest({ kind: 'agent', id: 'writer', chain: ['writer'], parent: undefined })).toMatchObject([
    { status: 'skipped', error: { message: expect.stringContaining('private') } },
  ])
  expect(await ingest({ kind: 'user' })).toMatchObject([{ status: 'success' }])
})

test('where a file lies on this machine stands in no note, and ingesting it twice makes one', async () => {
  const { paths, work } = await workSpace()
  const outside = await mkdtemp(join(tmpdir(), 'downloads-'))
  onTestFinished(async () => await rm(outside, { recursive: true }))
  await writeFile(join(outside, 'spring.txt'), `Spring tides\n\n${spring}\n`)
  const ingest = async () => await ingestContent.run(work, { inputs: [join(outside, 'spring.txt')], index: false })
  const { items } = await ingest()
  const note = join(paths.root, items[0]?.literature_note ?? '')
  const written = await readFile(note, 'utf8')
  expect(written).toMatch(/^source: "?spring\.txt"?$/m)
  for await (const file of glob(join(paths.root, '*', '**', '*.{md,org}')))
    expect(await readFile(file, 'utf8')).not.toContain(outside)
  // As the version before wrote it.
  await writeFile(note, written.replace(/^source_id: .*$/m, `source_id: "file:${join(outside, 'spring.txt')}"`))
  expect((await ingest()).items).toMatchObject([{ status: 'unchanged' }])
  await writeFile(join(outside, 'spring.txt'), `Spring tides\n\n${spring} They are strongest in March.\n`)
  expect((await ingest()).items).toMatchObject([{ literature_note: items[0]?.literature_note }])
})
