import { mkdtempSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type SpacePaths, ownPaths, spacePaths } from '@datacortex/platform'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AgentEntry, readRegistry, updateRegistry } from '@datacortex/registry'
import { importAgents } from '../import-agents.ts'

let root: string
let paths: SpacePaths

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'rename-relations-'))
  paths = ownPaths(spacePaths(join(root, 'space')))
  await mkdir(paths.datacore, { recursive: true })
  await updateRegistry(paths, (editor) => {
    editor.setAgent('reviewer', { name: 'reviewer', description: 'Reviews poems', skills: [] })
  })
})
afterEach(async () => {
  await rm(root, { recursive: true, force: true })
})

async function put(path: string, text: string): Promise<string> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
  return join(root, path)
}

const agent = (name: string, more = ''): string =>
  `---\nname: ${name}\ndescription: Does ${name}\n${more}---\nPrompt.\n`
const lead = agent('deploy-lead', 'tools: Agent(reviewer, outsider)\n')

const entryOf = async (id: string): Promise<AgentEntry | undefined> => (await readRegistry(paths)).agents.get(id)?.entry

test('relations follow an agent that was registered under another id, and findings tell', async () => {
  await put('from/plug/agents/r.md', agent('reviewer'))
  await put('from/plug/agents/d.md', lead)
  const report = await importAgents(paths, [join(root, 'from')])
  expect((await entryOf('deploy-lead'))?.spawns).toEqual(['plug-reviewer', 'outsider'])
  expect(report.findings).toEqual([
    {
      code: 'IMPORT_RELATION_RENAMED',
      severity: 'info',
      subject: 'deploy-lead',
      message:
        'deploy-lead names reviewer, which is registered as plug-reviewer: its relations name plug-reviewer now.',
    },
  ])
  expect((await importAgents(paths, [join(root, 'from')])).updated).toEqual([])
})

test('an agent that is imported later, or again by itself, means the others of its folder', async () => {
  await put('from/plug/agents/r.md', agent('reviewer'))
  await importAgents(paths, [join(root, 'from')])
  const file = await put('from/plug/agents/d.md', lead)
  await importAgents(paths, [file])
  expect((await entryOf('deploy-lead'))?.spawns).toEqual(['plug-reviewer', 'outsider'])
})

test('an entry that was imported with the name of somebody else is mended by the next import', async () => {
  await put('from/plug/agents/r.md', agent('reviewer'))
  await put('from/plug/agents/d.md', lead)
  await importAgents(paths, [join(root, 'from')])
  await updateRegistry(paths, (editor) => {
    const { 'x-imported': _record, ...entry } = editor.get('deploy-lead') ?? { name: '', description: '', skills: [] }
    editor.setAgent('deploy-lead', { ...entry, spawns: ['reviewer', 'outsider'] })
  })
  await importAgents(paths, [join(root, 'from')])
  expect((await entryOf('deploy-lead'))?.spawns).toEqual(['plug-reviewer', 'outsider'])
})

test('each project, plugin and folder means its own, and of several the nearest', async () => {
  for (const name of ['east', 'west']) {
    await put(`from/${name}/.claude/agents/r.md`, agent('reviewer'))
    await put(`from/${name}/.claude/agents/deep/lead.md`, agent(`${name}-lead`, 'tools: Agent(reviewer)\n'))
  }
  await put('from/none/.claude/agents/lead.md', agent('none-lead', 'tools: Agent(reviewer)\n'))
  await importAgents(paths, [join(root, 'from')])
  expect((await entryOf('east-lead'))?.spawns).toEqual(['east-reviewer'])
  expect((await entryOf('west-lead'))?.spawns).toEqual(['west-reviewer'])
  expect((await entryOf('none-lead'))?.spawns).toEqual(['reviewer'])
})

test('all relations of a registry mean its own agents; the person stays the person', async () => {
  const file = await put(
    'updir/agents.yaml',
    `agents:
  reviewer: {description: Reviews plans}
  user: {description: Uses}
  Big_Lead: {description: Leads, spawns: [reviewer], delegates_to: [reviewer, Big_Lead], can_be_called_by: [user, reviewer]}
  old: {deprecated: true, superseded_by: reviewer}
`,
  )
  await importAgents(paths, [file])
  expect(await entryOf('big-lead')).toMatchObject({
    spawns: ['updir-reviewer'],
    delegates_to: ['updir-reviewer', 'big-lead'],
    can_be_called_by: ['user', 'updir-reviewer'],
  })
  expect((await entryOf('old'))?.alias).toBe('updir-reviewer')
})
