import { mkdtempSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type SpacePaths, ownPaths, spacePaths } from '@datacortex/platform'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AgentEntry, readRegistry, updateRegistry } from '@datacortex/registry'
import { importAgents } from '../import-agents.ts'

let root: string
let paths: SpacePaths

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'register-agent-'))
  paths = ownPaths(spacePaths(join(root, 'space')))
  await mkdir(paths.datacore, { recursive: true })
})
afterEach(async () => {
  await rm(root, { recursive: true, force: true })
})

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

const agent = (name: string, fields: string, body = `Prompt of ${name}.`): string =>
  `---\nname: ${name}\n${fields}\n---\n${body}\n`

const entryOf = async (id: string): Promise<AgentEntry | undefined> => (await readRegistry(paths)).agents.get(id)?.entry

async function edit(id: string, change: (entry: AgentEntry) => AgentEntry): Promise<void> {
  await updateRegistry(paths, (editor) => {
    const entry = editor.get(id)
    if (entry === undefined) throw new Error(`${id} is missing`)
    editor.setAgent(id, change(entry))
  })
}

const withoutRecord = async (id: string): Promise<void> =>
  await edit(id, ({ 'x-imported': _record, ...entry }) => entry)

const rich = agent('lead', 'description: Leads. Use when you ship.\ntools: Read, Agent(deployer)\nmodel: opus')
const plain = agent('lead', 'description: Leads the choir')

async function importFrom(): Promise<Awaited<ReturnType<typeof importAgents>>> {
  return await importAgents(paths, [join(root, 'from')])
}

test('rights, settings and examples that a source has no more go', async () => {
  await put('from/lead.md', rich)
  await importFrom()
  await put('from/lead.md', plain)
  expect(await importFrom()).toMatchObject({ updated: [{ id: 'lead' }], findings: [] })
  const entry = await entryOf('lead')
  expect(entry).toMatchObject({ description: 'Leads the choir', skills: [{ description: 'Leads the choir' }] })
  expect([entry?.spawns, entry?.runtime, entry?.triggers]).toEqual([undefined, undefined, undefined])
  expect((await importFrom()).unchanged).toHaveLength(1)
})

test('what was written by hand stays, and findings tell once where the source says something else', async () => {
  await put('from/lead.md', agent('lead', 'description: Leads'))
  await importFrom()
  await edit('lead', (entry) => ({
    ...entry,
    description: 'Leads the night shift',
    spawns: ['foo'],
    triggers: { examples: ['ship it'] },
  }))
  const byHand = await entryOf('lead')
  await put('from/lead.md', agent('lead', 'description: Leads', 'Another prompt.'))
  expect(await importFrom()).toMatchObject({ updated: [{ id: 'lead' }], findings: [] })
  expect({ ...(await entryOf('lead')), sha256: '' }).toEqual({ ...byHand, sha256: '' })

  await put('from/lead.md', agent('lead', 'description: Leads all. Use when you ship.\ntools: Agent(deployer)'))
  expect((await importFrom()).findings.map(({ message }) => message)).toEqual([
    'lead: kept description, which was changed by hand; the source now says "Leads all. Use when you ship.".',
    'lead: kept triggers.examples, which was changed by hand; the source now says ["you ship"].',
    'lead: kept spawns, which was changed by hand; the source now says ["deployer"].',
  ])
  expect(await entryOf('lead')).toMatchObject({
    description: 'Leads the night shift',
    spawns: ['foo'],
    triggers: { examples: ['ship it'] },
    runtime: { tools: 'Agent(deployer)' },
  })
  expect(await importFrom()).toMatchObject({ updated: [], findings: [] })
})

test('of a list that a person made longer, only what the source took back goes', async () => {
  await put('from/lead.md', agent('lead', 'description: d\ntools: Agent(a, b)'))
  await importFrom()
  await edit('lead', (entry) => ({ ...entry, spawns: ['a', 'mine', 'b'] }))
  await put('from/lead.md', agent('lead', 'description: d\ntools: Agent(b)'))
  expect((await importFrom()).findings).toEqual([])
  expect((await entryOf('lead'))?.spawns).toEqual(['mine', 'b'])
  await put('from/lead.md', plain)
  await importFrom()
  expect((await entryOf('lead'))?.spawns).toEqual(['mine'])
})

test('what a person took out stays out', async () => {
  await put('from/lead.md', rich)
  await importFrom()
  await edit('lead', ({ spawns: _spawns, ...entry }) => entry)
  await put('from/lead.md', agent('lead', 'description: Leads\ntools: Read, Agent(deployer, tester)'))
  const { findings } = await importFrom()
  expect(findings.map(({ code }) => code)).toEqual(['IMPORT_KEPT_BY_HAND'])
  expect((await entryOf('lead'))?.spawns).toBeUndefined()
})

test('an entry without a record loses the rights that a changed source does not give, with a finding', async () => {
  await put('from/lead.md', rich)
  await importFrom()
  await withoutRecord('lead')
  await edit('lead', (entry) => ({ ...entry, writes: ['out/'], can_be_called_by: ['user'] }))
  await put('from/lead.md', plain)
  expect((await importFrom()).findings).toEqual([
    expect.objectContaining({ code: 'IMPORT_RIGHTS_TAKEN_BACK', message: expect.stringContaining('["deployer"]') }),
    expect.objectContaining({ code: 'IMPORT_RIGHTS_TAKEN_BACK', message: expect.stringContaining('runtime.tools') }),
  ])
  const entry = await entryOf('lead')
  expect(entry).toMatchObject({
    description: 'Leads the choir',
    writes: ['out/'],
    can_be_called_by: ['user'],
    runtime: { model: 'opus' },
  })
  expect([entry?.spawns, entry?.runtime?.['tools']]).toEqual([undefined, undefined])
})

test('an entry without a record gets one from a source that is unchanged, and rights beyond it are told once', async () => {
  await put('from/lead.md', plain)
  await importFrom()
  await withoutRecord('lead')
  await edit('lead', (entry) => ({ ...entry, spawns: ['deployer'], description: 'By hand' }))
  expect(await importFrom()).toMatchObject({
    unchanged: [{ id: 'lead' }],
    findings: [{ code: 'IMPORT_RIGHTS_BEYOND_SOURCE', severity: 'warning', subject: 'lead' }],
  })
  expect((await importFrom()).findings).toEqual([])
  expect(await entryOf('lead')).toMatchObject({ description: 'By hand', spawns: ['deployer'] })
})

test('what earlier versions required is corrected in entries without a record', async () => {
  await put('space/AGENTS.md', 'Rules.')
  await put('space/.claude/agents/lead.md', plain)
  const importSpace = async (): Promise<unknown> => await importAgents(paths, [paths.root])
  await importSpace()
  await withoutRecord('lead')
  await edit('lead', (entry) => ({ ...entry, reads: { required: ['/far/AGENTS.md', 'mine.md'] } }))
  await importSpace()
  expect((await entryOf('lead'))?.reads).toEqual({ required: ['mine.md', 'AGENTS.md'] })
})

test('an entry that no importer made keeps what it says', async () => {
  await put('space/.claude/agents/lead.md', rich)
  await updateRegistry(paths, (editor) => {
    editor.setAgent('lead', { name: 'lead', description: 'Mine', skills: [], source: '.claude/agents/lead.md' })
  })
  const { findings } = await importAgents(paths, [paths.root])
  expect(findings).toContainEqual(expect.objectContaining({ code: 'IMPORT_KEPT_BY_HAND', subject: 'lead' }))
  expect(await entryOf('lead')).toMatchObject({ description: 'Mine', skills: [], format: 'claude' })
})

test('the record is one short line of the registry', async () => {
  await put('from/lead.md', rich)
  await importFrom()
  const lines = (await readFile(paths.agentsFile, 'utf8')).split('\n').filter((line) => line.includes('x-imported'))
  expect(lines).toEqual([
    expect.stringMatching(/^ {4}x-imported: name=[\da-f]{8} description=[\da-f]{8} .*spawns=[\da-f]{8}/),
  ])
  expect(lines[0]?.length).toBeLessThan(240)
})

test('a file that moved and changed stays one agent; of several nobody can tell', async () => {
  await put('from/old/two.md', plain)
  await importFrom()
  await rm(join(root, 'from/old'), { recursive: true })
  await put('from/new/two.md', agent('lead', 'description: Leads and follows'))
  expect(await importFrom()).toMatchObject({
    imported: [],
    updated: [{ id: 'lead', path: join(root, 'from/new/two.md') }],
    findings: [{ code: 'IMPORT_SOURCE_MOVED', subject: 'lead' }],
  })
  expect(await entryOf('lead')).toMatchObject({
    description: 'Leads and follows',
    source: join(root, 'from/new/two.md'),
  })

  await rm(join(root, 'from/new'), { recursive: true })
  await put('from/a/lead.md', agent('lead', 'description: One'))
  await put('from/b/lead.md', agent('lead', 'description: Other'))
  const { imported } = await importFrom()
  expect(imported.map(({ id }) => id)).toEqual(['a-lead', 'b-lead'])
})
