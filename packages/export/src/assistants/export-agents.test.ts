import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type SpacePaths, createSpace } from '@datacortex/platform'
import { importAgents, readAgentFile } from '@datacortex/importers'
import { readRegistry } from '@datacortex/registry'
import { beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../publish/__fixtures__/temporary-folder.ts'
import { exportAgents } from './export-agents.ts'
import { exportFinder } from './export-finder.ts'

let paths: SpacePaths
let out: string

beforeEach(async () => {
  paths = (await createSpace(await temporaryFolder())).paths
  out = await temporaryFolder()
  await put(
    paths.root,
    '.claude/agents/cook.md',
    '---\nname: cook\ndescription: Cooks.\ntools: Read, Bash\n---\nYou cook.\n',
  )
  await put(paths.root, '.opencode/agents/baker.md', '---\ndescription: Bakes.\nmode: subagent\n---\nYou bake.\n')
  await put(
    paths.root,
    'ferry.agent-card.json',
    '{"name":"Ferry","description":"Plans.","skills":[],"capabilities":{},"url":"https://f.example/"}',
  )
  await importAgents(paths, [paths.root])
})

async function put(folder: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}

const read = async (path: string): Promise<string> => await readFile(join(out, path), 'utf8')
const reported = (findings: readonly { readonly code: string; readonly subject: string }[]): readonly string[] =>
  findings.map(({ code, subject }) => `${code} ${subject}`)

test('agents of several programs become files of one, and what it has no place for is named', async () => {
  const { files, written, findings } = await exportAgents(paths, { assistant: 'codex', out })
  expect(files).toEqual(['baker', 'cook'].map((id) => join(out, `.codex/agents/${id}.toml`)))
  expect(written).toEqual(files)
  expect(await read('.codex/agents/cook.toml')).toBe(
    "name = \"cook\"\ndescription = \"Cooks.\"\ndeveloper_instructions = '''\nYou cook.\n'''\n",
  )
  expect(reported(findings)).toEqual(['EXPORT_AGENT_LEFT_OUT ferry-f.example', 'EXPORT_SETTINGS_LOST runtime'])
  const other = (await createSpace(await temporaryFolder())).paths
  await importAgents(other, [out])
  const { agents } = await readRegistry(other)
  expect([...agents.values()].map(({ id, entry }) => [id, entry.description, entry.format])).toEqual([
    ['baker', 'Bakes.', 'codex'],
    ['cook', 'Cooks.', 'codex'],
  ])
})

test('a file that is there with another content stays, unless it may be replaced', async () => {
  await put(out, '.claude/agents/cook.md', 'Mine.\n')
  await put(out, '.claude/agents/baker.md', '')
  await writeFile(join(out, '.claude/agents/baker.md'), Buffer.from([0xff, 0, 1]))
  const { written, findings } = await exportAgents(paths, { assistant: 'claude', out })
  expect(written).toEqual([])
  expect(reported(findings)).toContain('EXPORT_FILE_THERE baker')
  expect(reported(findings)).toContain('EXPORT_FILE_THERE cook')
  expect(await read('.claude/agents/cook.md')).toBe('Mine.\n')
  expect(await readFile(join(out, '.claude/agents/baker.md'))).toHaveLength(3)
  const planned = await exportAgents(paths, { assistant: 'claude', out, replace: true, dryRun: true })
  expect(planned.written).toHaveLength(2)
  expect(await read('.claude/agents/cook.md')).toBe('Mine.\n')
  expect((await exportAgents(paths, { assistant: 'claude', out, replace: true })).written).toHaveLength(2)
  expect(await read('.claude/agents/cook.md')).toBe(
    '---\nname: cook\ndescription: Cooks.\ntools: Read, Bash\n---\n\nYou cook.\n',
  )
  expect((await exportAgents(paths, { assistant: 'claude', out })).written).toEqual([])
})

test('the file that an agent came from is not written over, whatever is asked', async () => {
  const before = await readFile(join(paths.root, '.claude/agents/cook.md'), 'utf8')
  const options = { assistant: 'claude', out: paths.root, ids: ['cook', 'baker'], replace: true } as const
  const { written, findings } = await exportAgents(paths, options)
  expect(written).toEqual([join(paths.root, '.claude/agents/baker.md')])
  expect(reported(findings)).toEqual(['EXPORT_SETTINGS_LOST runtime'])
  expect(await readFile(join(paths.root, '.claude/agents/cook.md'), 'utf8')).toBe(before)
})

test('agents of which one file would be the same are told, and none that can not be written is an error', async () => {
  await put(paths.root, '.claude/agents/two.md', '---\nname: node.js\ndescription: One.\n---\nYou.\n')
  await put(paths.root, '.claude/agents/three.md', '---\nname: node-js\ndescription: Other.\n---\nYou.\n')
  await importAgents(paths, [paths.root])
  const { findings } = await exportAgents(paths, { assistant: 'skill', out, ids: ['node.js', 'node-js'] })
  expect(findings.find(({ code }) => code === 'EXPORT_AGENT_LEFT_OUT')).toMatchObject({
    subject: 'node.js',
    message: 'Its file would be that of node-js.',
  })
  await expect(exportAgents(paths, { assistant: 'skill', out, ids: ['ferry-f.example'] })).rejects.toMatchObject({
    code: 'EXPORT_NOTHING_TO_PUBLISH',
    message: expect.stringMatching(/It has no prompt to write.*[^.]\. Nothing was written\.$/),
  })
  expect(await readdir(join(out, '.claude/skills'))).toEqual(['node-js'])
})

test('ids that an import would not give again are told', async () => {
  const entry = '{name: Old_Cook, description: Cooks., source: .claude/agents/cook.md}'
  await writeFile(paths.agentsFile, `version: 2.0.0\nagents: {Old_Cook: ${entry}}\n`)
  const { findings } = await exportAgents(paths, { assistant: 'codex', out })
  expect(findings.find(({ subject }) => subject === 'id')).toMatchObject({
    code: 'EXPORT_FIELD_LOST',
    message: 'Anyone who imports the files of Old_Cook gets agents with other ids, which their names give.',
  })
})

test('agents become a plugin of a marketplace, beside those that it lists, and are read back from there', async () => {
  const options = { assistant: 'claude-plugin', out, name: 'My Desk' } as const
  const { written, findings } = await exportAgents(paths, options)
  expect(written).toHaveLength(4)
  expect(reported(findings)).toContain('EXPORT_AGENT_LEFT_OUT ferry-f.example')
  expect((await exportAgents(paths, { ...options, name: 'other' })).written).toHaveLength(4)
  expect((await exportAgents(paths, options)).written).toEqual([])
  expect(JSON.parse(await read('.claude-plugin/marketplace.json'))).toEqual({
    name: 'my-desk',
    description: 'Agents of my-desk.',
    owner: { name: 'my-desk' },
    plugins: ['my-desk', 'other'].map((name) => ({
      name,
      description: `Agents of ${name}.`,
      source: `./plugins/${name}`,
    })),
  })
  await put(out, 'plugins/other/agents/cook.md', '')
  await put(out, 'plugins/other/agents/baker.md', '')
  const there = (await createSpace(await temporaryFolder())).paths
  await importAgents(there, [out])
  expect([...(await readRegistry(there)).agents.keys()]).toEqual(['baker', 'cook'])
  await put(out, '.claude-plugin/marketplace.json', 'mine')
  expect(reported((await exportAgents(paths, { ...options, name: 'third' })).findings)).toContain(
    'EXPORT_FILE_THERE third',
  )
  expect(await read('.claude-plugin/marketplace.json')).toBe('mine')
})

test('agents of modules are written only if they are named', async () => {
  const entry = '{name: lent, description: Lends., source: .claude/agents/cook.md, module: lending}'
  const text = await readFile(paths.agentsFile, 'utf8')
  await writeFile(paths.agentsFile, text.replace(/^agents:\n/m, `agents:\n  lent: ${entry}\n`))
  const { files, findings } = await exportAgents(paths, { assistant: 'codex', out })
  expect(files).not.toContain(join(out, '.codex/agents/lent.toml'))
  expect(reported(findings)).toContain('EXPORT_AGENT_LEFT_OUT modules')
  expect((await exportAgents(paths, { assistant: 'codex', out, ids: ['lent'] })).files).toHaveLength(1)
})

test('finders of several spaces stand beside each other, each time in the same place', async () => {
  const others = [
    (await createSpace(await temporaryFolder())).paths,
    (await createSpace(await temporaryFolder())).paths,
  ]
  const all = [paths, ...others]
  const places: string[] = []
  for (const one of all) places.push(...(await exportFinder(one, { out })).written)
  expect(new Set(places).size).toBe(3)
  for (const one of all) expect(await exportFinder(one, { out })).toMatchObject({ written: [], findings: [] })
  for (const [index, place] of places.entries()) {
    const path = place.slice(out.length + 1)
    const finder = readAgentFile(await read(path), { format: 'skill', path })
    expect(finder).toMatchObject({ skipped: [], findings: [] })
    expect(await read(path)).toContain(`--root ${all[index]?.root}\n`)
  }
})

test('a skill teaches programs to ask the space', async () => {
  const path = '.claude/skills/find-agent/SKILL.md'
  expect((await exportFinder(paths, { out })).written).toEqual([join(out, path)])
  const text = await read(path)
  expect(text).toContain(`datacortex find "what is to be done" --top 3 --root ${paths.root}\n`)
  expect(readAgentFile(text, { format: 'skill', path })).toMatchObject({ agents: [{ id: 'find-agent' }], findings: [] })
  await put(out, path, 'Mine.\n')
  expect(reported((await exportFinder(paths, { out })).findings)).toEqual(['EXPORT_FILE_THERE find-agent'])
  expect(await read(path)).toBe('Mine.\n')
})
