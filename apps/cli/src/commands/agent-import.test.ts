import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createSpace, trustSpace } from '@datacortex/platform'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Context, spaceOf } from '../context.ts'
import { agentImport } from './agent-import.ts'
import { init } from './init.ts'

async function emptySpace(): Promise<{ readonly folder: string; readonly context: Context }> {
  const folder = await mkdtemp(join(tmpdir(), 'datacortex-import-'))
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }))
  const { paths } = await createSpace(join(folder, 'desk'))
  vi.stubEnv('DATACORTEX_CONFIG_DIR', join(folder, '.user'))
  await trustSpace(paths.root, { allowed: [] })
  const { signal } = new AbortController()
  const opened = new AsyncDisposableStack()
  onTestFinished(async () => await opened.disposeAsync())
  return { folder, context: { root: paths.root, json: true, signal, onProgress: () => {}, opened } }
}

const nothing = { code: 'CLI_NOTHING_IMPORTED', hint: expect.stringContaining('datacortex import PATH') }

test('nothing that could be read is a coded error, with the report beside it', async () => {
  const { folder, context } = await emptySpace()
  await mkdir(join(folder, 'broken/agents'), { recursive: true })
  await writeFile(join(folder, 'broken/agents/open.agent.md'), Buffer.from([0x2d, 0, 1, 255]))
  const from = [join(folder, 'nowhere'), join(folder, 'broken')]
  const { data, lines, exitCode } = await agentImport(context, { from, format: 'auto' })
  expect(exitCode).toBe(1)
  expect(data).toMatchObject({
    error: { ...nothing, message: expect.stringContaining(`Nothing was imported: ${from[0]}: it does not exist;`) },
    imported: [],
    skipped: [{ path: from[0] }, { path: expect.stringContaining('open.agent.md') }],
  })
  expect(lines).toContain('error      CLI_NOTHING_IMPORTED: nothing was imported')
})

test('an address that no directory knows imports nothing, says who was asked, and keeps its password', async () => {
  const { folder, context } = await emptySpace()
  const address = 'https://me:k3y@agents.invalid/card.json'
  const failed = await agentImport(context, { from: [address], format: 'auto' }).catch((error: unknown) => error)
  expect(failed).toMatchObject({ code: 'DIRECTORY_AGENT_UNKNOWN', message: expect.stringContaining('catalog') })
  expect(JSON.stringify(failed) + String(failed)).not.toContain('k3y')
  await writeFile(join(folder, 'cook.agent.md'), '---\nname: cook\ndescription: Cooks.\n---\nYou cook.\n')
  const both = { from: [join(folder, 'cook.agent.md'), address], format: 'auto', dryRun: true } as const
  await expect(agentImport(context, both)).rejects.toMatchObject({ code: 'DIRECTORY_AGENT_UNKNOWN' })
})

test('of files and addresses at once each is told as it is alone', async () => {
  const { folder, context } = await emptySpace()
  const card = { name: 'Tide Watcher', description: 'Watches the tides.', version: '1', capabilities: {}, skills: [] }
  const supportedInterfaces = [{ url: 'https://t.example', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }]
  const server = createServer((_, response) => response.end(JSON.stringify({ ...card, supportedInterfaces })))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => await new Promise((resolve) => server.close(() => resolve())))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tides.json`
  await (await spaceOf(context)).directories.add({ directory: 'catalog', address })
  await putAgent(join(folder, 'cook.agent.md'), '---\ndescription: Cooks.\n---\nYou cook.\n')
  const from = [join(folder, 'cook.agent.md'), address]
  const { data, lines } = await agentImport(context, { from, format: 'auto', dryRun: true })
  expect(data).toMatchObject({ seen: 2, imported: [{ id: 'tide-watcher' }, { id: 'cook' }] })
  expect(lines).toEqual([
    expect.stringMatching(/^imported {3}tide-watcher, switched off: /),
    expect.stringMatching(/^imported {3}2 agents · 0 skipped/),
    'dry run    nothing was changed',
  ])
})

test('a path as doctor names it is that of the space, wherever the command is called', async () => {
  const { context } = await emptySpace()
  const root = context.root ?? ''
  await mkdir(join(root, 'own agents'))
  await writeFile(join(root, 'own agents/cook.md'), '---\nname: cook\ndescription: Cooks.\n---\nYou cook.\n')
  const { data } = await agentImport(context, { from: ['own agents/cook.md'], format: 'auto', dryRun: true })
  expect(data).toMatchObject({ imported: [{ id: 'cook' }], skipped: [] })
  const absent = await agentImport(context, { from: ['own agents/none.md'], format: 'auto', dryRun: true })
  expect(absent.data).toMatchObject({ skipped: [{ path: expect.stringContaining('none.md') }] })
})

test('a folder that gives nobody ends with status 1 and says what is there', async () => {
  const { folder, context } = await emptySpace()
  await putAgent(join(folder, 'docs/notes.txt'), 'Tides.')
  await putAgent(join(folder, 'docs/logo.png'), 'x')
  await putAgent(join(folder, 'docs/more/photo.png'), 'x')
  await putAgent(join(folder, 'crew/cook.agent.md'), '---\ndescription: Cooks.\n---\nYou cook.\n')
  await mkdir(join(folder, 'bare'))
  const docs = { path: join(folder, 'docs'), seen: '3 files: 2 .png, 1 .txt' }
  const none = await agentImport(context, { from: [join(folder, 'docs')], format: 'auto', dryRun: true })
  expect(none).toMatchObject({ exitCode: 1, data: { seen: 3, error: nothing, empty: [docs] } })
  expect(none.lines).toContainEqual(expect.stringMatching(/^no agents {2}.*docs {2}3 files: 2 \.png, 1 \.txt$/))
  const from = ['crew', 'docs', 'bare'].map((name) => join(folder, name))
  const partly = await agentImport(context, { from, format: 'auto', dryRun: true })
  const bare = { path: join(folder, 'bare'), seen: 'nothing' }
  expect(partly).toMatchObject({ exitCode: 1, data: { imported: [{ id: 'cook' }], empty: [docs, bare] } })
  expect(partly.data).not.toHaveProperty('error')
})

test('guides are taken if they are asked for, and what is excluded is not', async () => {
  const { folder, context } = await emptySpace()
  await putAgent(join(folder, 'crew/.claude/commands/ship.md'), 'Ship it.\n')
  await putAgent(join(folder, 'crew/.claude/commands/old/sink.md'), 'Sink it.\n')
  const from = [join(folder, 'crew')]
  const without = await agentImport(context, { from, format: 'auto', dryRun: true })
  expect(without.lines.join('\n')).toContain(
    '2 files: commands of an assistant are agents if you ask for them (--with commands)',
  )
  const asked = { from, format: 'auto', with: ['commands'], exclude: ['old'], dryRun: true } as const
  expect((await agentImport(context, asked)).data).toMatchObject({
    imported: [{ id: 'ship' }],
    counts: { left_out: 1 },
  })
})

test('a space that nothing was imported into is made, and proposes to import', async () => {
  const { folder, context } = await emptySpace()
  const root = join(folder, 'other')
  const from = [join(folder, 'nowhere')]
  const { data, lines, exitCode } = await init({ ...context, root }, { from, format: 'auto' })
  expect(exitCode).toBe(1)
  expect(data).toMatchObject({ error: nothing, root, imported: 0, skipped: [{ path: from[0] }] })
  expect(lines.at(-1)).toMatch(/^next {7}datacortex import PATH/)
})

test('where notes lie, the index is proposed too', async () => {
  const { context } = await emptySpace()
  const proposals = async (dryRun?: true): Promise<readonly string[]> =>
    (await init(context, { format: 'auto', dryRun })).lines.filter((line) => line.includes('datacortex index'))
  for (const name of ['a', 'b', 'c', 'd']) await writeFile(join(context.root ?? '', `${name}.md`), 'Tides.')
  expect(await proposals()).toEqual([])
  await writeFile(join(context.root ?? '', 'e.org'), '* Tides')
  expect(await proposals()).toEqual(['           datacortex index   (5 notes, which search finds then)'])
  expect(await proposals(true)).toEqual([])
})

test('without a path the agents that lie where they usually do are imported, and nobody else', async () => {
  const { folder, context } = await emptySpace()
  const root = context.root ?? ''
  vi.stubEnv('HOME', folder)
  await expect(agentImport(context, { from: [], format: 'auto' })).rejects.toMatchObject({
    code: 'CLI_NO_AGENTS_HERE',
    hint: expect.stringContaining('datacortex import PATH'),
  })
  await putAgent(
    join(folder, '.codex/agents/pilot.toml'),
    'name = "pilot"\ndescription = "Flies."\ndeveloper_instructions = "Fly."',
  )
  await expect(agentImport(context, { from: [], format: 'auto' })).rejects.toMatchObject({
    hint: 'datacortex import ~/.codex/agents',
  })
  expect((await init(context, { format: 'auto' })).lines.at(-1)).toBe('next       datacortex import ~/.codex/agents')
  await putAgent(join(root, '.opencode/agents/cook.md'), '---\ndescription: Cooks.\n---\nYou cook.\n')
  await putAgent(join(root, 'docs/baker.agent.md'), '---\ndescription: Bakes.\n---\nYou bake.\n')
  expect((await init(context, { format: 'auto' })).lines.at(-1)).toMatch(/^next {7}datacortex import {3}\(\S+agents\)$/)
  const { data, lines, exitCode } = await agentImport(context, { from: [], format: 'auto', dryRun: true })
  expect(exitCode).toBe(0)
  expect(data).toMatchObject({ imported: [{ id: 'cook' }], skipped: [] })
  expect(lines).toContain('also       datacortex import ~/.codex/agents')
})

async function putAgent(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}
