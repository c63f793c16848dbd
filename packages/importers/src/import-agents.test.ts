import { appendFile, chmod, cp, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type SpacePaths, ownPaths, spacePaths } from '@datacortex/platform'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readRegistry, updateRegistry } from '@datacortex/registry'
import { importAgents } from './import-agents.ts'

const fixtures = fileURLToPath(new URL('./__fixtures__', import.meta.url))
let root: string
let paths: SpacePaths

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'import-agents-'))
  paths = ownPaths(spacePaths(join(root, 'space')))
  await mkdir(paths.datacore, { recursive: true })
})
afterEach(async () => {
  await rm(root, { recursive: true, force: true })
})

const at = (path: string): string => join(root, path)

async function put(path: string, text: string): Promise<string> {
  await mkdir(dirname(at(path)), { recursive: true })
  await writeFile(at(path), text)
  return at(path)
}

const agent = (name: string, description = `Does ${name}`, more = ''): string =>
  `---\nname: ${name}\ndescription: ${description}\n${more}---\nPrompt of ${name}.\n`

const registryText = async (): Promise<string> => await readFile(paths.agentsFile, 'utf8')
const idsOf = (list: readonly { readonly id: string }[]): readonly string[] => list.map(({ id }) => id)

test('every format is imported, and a second import changes nothing', async () => {
  const first = await importAgents(paths, [fixtures])
  expect(first.imported.length).toBe(25)
  expect(first.conflicts).toEqual([])
  const text = await registryText()
  const second = await importAgents(paths, [fixtures])
  expect({ imported: second.imported, updated: second.updated }).toEqual({ imported: [], updated: [] })
  expect(second.unchanged).toEqual(first.imported)
  expect(second.skipped).toEqual(first.skipped)
  expect(await registryText()).toBe(text)
  const { agents, findings } = await readRegistry(paths)
  expect([...agents.keys()].sort()).toEqual(idsOf(first.imported).toSorted())
  expect(findings).toEqual([])
})

test('a dry run reports the same and writes nothing', async () => {
  const dry = await importAgents(paths, [fixtures], { dryRun: true })
  await expect(registryText()).rejects.toThrow('ENOENT')
  expect(await importAgents(paths, [fixtures])).toEqual(dry)
})

test('a changed source replaces what it said and keeps what a person wrote', async () => {
  await put('from/a.md', agent('a', 'Use when winds turn', 'model: haiku\n'))
  await importAgents(paths, [at('from')])
  await updateRegistry(paths, (editor) => {
    const entry = editor.get('a')
    if (entry === undefined) throw new Error('a is missing')
    editor.setAgent('a', {
      ...entry,
      description: 'edited',
      writes: ['out/*.md'],
      spawns: ['b'],
      triggers: { ...entry.triggers, tags: [':AI:a:'] },
      reads: { required: ['house.md'] },
      skills: entry.skills.map((skill) => ({ ...skill, tags: ['mine'] })),
    })
  })
  await writeFile(paths.agentsFile, (await registryText()).replace('agents:', '# by hand\nagents:'))
  const edited = await registryText()

  expect(idsOf((await importAgents(paths, [at('from')])).unchanged)).toEqual(['a'])
  expect(await registryText()).toBe(edited)

  await put('from/a.md', agent('a', 'Use when tides turn', 'model: opus\n'))
  expect(idsOf((await importAgents(paths, [at('from')])).updated)).toEqual(['a'])
  expect(await registryText()).toContain('# by hand\n')
  expect((await readRegistry(paths)).agents.get('a')?.entry).toMatchObject({
    description: 'edited',
    runtime: { model: 'opus' },
    writes: ['out/*.md'],
    spawns: ['b'],
    triggers: { tags: [':AI:a:'], examples: ['tides turn'] },
    reads: { required: ['house.md'] },
  })
})

test('skills that a person wrote stay when the source has none of its own', async () => {
  await put('from/a.md', agent('a'))
  await importAgents(paths, [at('from')])
  const skills = [{ id: 's', name: 's', description: 'by hand', tags: ['t'] }]
  await updateRegistry(paths, (editor) => {
    const entry = editor.get('a')
    if (entry !== undefined) editor.setAgent('a', { ...entry, skills })
  })
  await put('from/a.md', agent('a', 'Something else'))
  await importAgents(paths, [at('from')])
  expect((await readRegistry(paths)).agents.get('a')?.entry.skills).toEqual(skills)
})

test('a tag that a person put on the skill made from the description stays', async () => {
  await put('from/a.md', agent('a'))
  await importAgents(paths, [at('from')])
  await updateRegistry(paths, (editor) => {
    const entry = editor.get('a')
    if (entry !== undefined)
      editor.setAgent('a', { ...entry, skills: entry.skills.map((s) => ({ ...s, tags: ['mine'] })) })
  })
  await put('from/a.md', agent('a', 'Something else'))
  await importAgents(paths, [at('from')])
  expect((await readRegistry(paths)).agents.get('a')?.entry.skills).toEqual([
    { id: 'a', name: 'a', description: 'Something else', tags: ['mine'] },
  ])
})

test('clashing names: the first path keeps the id, the others get their folder, and numbers after that', async () => {
  const files = [
    await put('from/east/agents/pilot.md', agent('pilot')),
    await put('from/north/one.md', agent('pilot', 'One')),
    await put('from/north/two.md', agent('pilot', 'Two')),
    await put('from/west/pilot.md', agent('Pilot')),
  ]
  const resolved = ['pilot', 'north-pilot', 'north-pilot-2', 'west-pilot']
  const first = await importAgents(paths, [at('from')])
  expect(first.imported).toEqual(files.map((path, index) => ({ id: resolved[index], path })))
  expect(first.conflicts).toEqual([{ id: 'pilot', paths: files, resolved }])

  const second = await importAgents(paths, [at('from')])
  expect(second.unchanged).toEqual(first.imported)
  expect(second.conflicts).toEqual(first.conflicts)
  await rm(at('from/east'), { recursive: true })
  expect(idsOf((await importAgents(paths, [at('from')])).unchanged)).toEqual(resolved.slice(1))
})

test('an id that another source has already is not taken over', async () => {
  await put('one/a.md', agent('a', 'First'))
  await importAgents(paths, [at('one')])
  const path = await put('two/a.md', agent('a', 'Second'))
  const report = await importAgents(paths, [at('two')])
  expect(report.imported).toEqual([{ id: 'two-a', path }])
  expect(report.conflicts).toEqual([{ id: 'a', paths: [at('one/a.md'), path], resolved: ['a', 'two-a'] }])
  expect((await readRegistry(paths)).agents.get('a')?.entry.description).toBe('First')
})

test('agents of plugins get the name of the plugin when they clash', async () => {
  for (const name of ['red', 'sea']) {
    await put(`from/plugins/${name}/.claude-plugin/plugin.json`, JSON.stringify({ name: `${name}-kit` }))
    await put(`from/plugins/${name}/agents/diver.md`, agent('diver', name))
  }
  expect(idsOf((await importAgents(paths, [at('from')])).imported)).toEqual(['diver', 'sea-kit-diver'])
})

test('a file that moved keeps its id and gets its new source', async () => {
  await put('from/a.md', agent('a'))
  await importAgents(paths, [at('from')])
  await mkdir(at('from/deep'))
  await rename(at('from/a.md'), at('from/deep/a.md'))
  const report = await importAgents(paths, [at('from')])
  expect(report.updated).toEqual([{ id: 'a', path: at('from/deep/a.md') }])
  expect((await readRegistry(paths)).agents.get('a')?.entry.source).toBe(at('from/deep/a.md'))
  expect((await readRegistry(paths)).agents.size).toBe(1)
})

test('one file on two ways is one agent, in one import and in two', async () => {
  await put('from/a.md', agent('a'))
  await symlink(at('from'), at('link'))
  await symlink(at('from/a.md'), at('from/b.md'))
  expect(idsOf((await importAgents(paths, [at('from'), at('link')])).imported)).toEqual(['a'])
  const again = await importAgents(paths, [at('link')])
  expect({ imported: again.imported, unchanged: idsOf(again.unchanged) }).toEqual({ imported: [], unchanged: ['a'] })
  await put('from/a.md', agent('a', 'Something else'))
  expect(idsOf((await importAgents(paths, [at('link')])).updated)).toEqual(['a'])
  expect(idsOf((await importAgents(paths, [at('from')])).unchanged)).toEqual(['a'])
})

test('what can not be read is listed with path, line and reason, and the rest is imported', async () => {
  await put('from/good.md', agent('good'))
  const huge = await put('from/huge.md', `${agent('huge')}${'x'.repeat(2_100_000)}`)
  const binary = await put('from/binary.md', `${agent('binary')}\0`)
  const latin = at('from/latin.md')
  await writeFile(latin, Buffer.from('---\nname: a\ndescription: caf\xe9\n---\n', 'latin1'))
  const nameless = await put('from/nameless.md', '---\ndescription: x\n---\n')
  const toml = await put('from/.codex/agents/broken.toml', 'name = "a"\nname = "b"\n')
  const card = await put('from/agent-card.json', '{\n"name": nope\n}')
  const registry = await put('from/agents.yaml', 'agents:\n  a: [\n')
  await put('from/picture.png', '\0')
  await put('from/data.json', 'no json')
  await symlink(at('from'), at('from/circle'))
  const gone = at('nowhere')
  const { imported, skipped, left_out } = await importAgents(paths, [at('from'), gone])
  expect(idsOf(imported)).toEqual(['good'])
  const others = skipped.filter(({ kind }) => kind !== 'foreign')
  expect(others.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
    { path: toml, line: expect.any(Number), reason: expect.stringContaining('not valid TOML') },
    { path: card, line: 2, reason: expect.stringContaining('not valid JSON') },
    { path: registry, line: expect.any(Number), reason: expect.stringContaining('agents.yaml:') },
    { path: binary, reason: 'a binary file' },
    { path: at('from/circle'), kind: 'link', reason: expect.stringContaining('symbolic link') },
    { path: huge, reason: expect.stringMatching(/^too large \(2\.1 MB/) },
    { path: latin, line: 3, reason: 'not valid UTF-8 (line 3)' },
    { path: nameless, line: 1, reason: 'its front matter has no name' },
    { path: gone, reason: 'it does not exist' },
  ])
  expect(left_out.at(-1)).toMatchObject({ kind: 'foreign', count: 2 })
})

test('files and folders without permission are listed', async ({ skip }) => {
  skip(process.getuid?.() === 0, 'root may read everything')
  const file = await put('from/locked.md', agent('locked'))
  await put('from/shut/a.md', agent('a'))
  await put('from/open.md', agent('open'))
  await chmod(file, 0)
  await chmod(at('from/shut'), 0)
  const { imported, skipped } = await importAgents(paths, [at('from')])
  await chmod(at('from/shut'), 0o700)
  expect(idsOf(imported)).toEqual(['open'])
  expect(skipped.map(({ path, reason }) => `${path} ${reason}`).toSorted()).toEqual([
    `${file} permission denied`,
    `${at('from/shut')} permission denied`,
  ])
})

test('a named file that is no agent is told, not counted', async () => {
  const readme = await put('README.md', '# Hello')
  const image = await put('a.png', 'x')
  const settings = await put('x.json', '{}')
  expect((await importAgents(paths, [readme, image, settings])).skipped).toEqual([
    { path: image, reason: 'it has none of the known formats of agents' },
    { path: readme, reason: 'it has no front matter; the format prompt goes by its first lines' },
    { path: settings, reason: 'it holds no agent in a known format' },
  ])
})

test('one changed entry of a registry updates one agent', async () => {
  await cp(`${fixtures}/datacore`, at('other'), { recursive: true })
  await importAgents(paths, [at('other')])
  const file = at('other/.datacore/registry/agents.yaml')
  await writeFile(file, (await readFile(file, 'utf8')).replace('Watches the harbour', 'Watches the quay'))
  const report = await importAgents(paths, [at('other')])
  expect(idsOf(report.updated)).toEqual(['harbour-watch'])
  expect(idsOf(report.unchanged)).toEqual(['note-writer', 'scribe'])
  const { updated, unchanged } = await importAgents(paths, [at('other')])
  expect([updated.length, unchanged.length]).toEqual([0, 3])
})

test("a space's own registry and modules are left out when the whole space is imported", async () => {
  await put('space/.claude/agents/a.md', agent('a'))
  await put('space/.datacore/modules/m/agents/b.md', agent('b'))
  await importAgents(paths, [paths.root])
  const report = await importAgents(paths, [paths.root])
  expect(idsOf(report.unchanged)).toEqual(['a'])
  expect(report.skipped).toEqual([])
  expect((await readRegistry(paths)).agents.get('a')?.entry.source).toBe('.claude/agents/a.md')
})

test('an agent that a module registered stays with the module', async () => {
  const path = await put('space/.datacore/modules/m/agents/b.md', agent('b'))
  const entry = { name: 'b', description: 'x', source: '.datacore/modules/m/agents/b.md', skills: [] }
  await updateRegistry(paths, (editor) => editor.setModule('m', { source_module: 'm', agents: { b: entry } }))
  const text = await registryText()
  expect((await importAgents(paths, [path])).skipped).toEqual([{ path, reason: 'the module m has registered it as b' }])
  expect(await registryText()).toBe(text)
})

test('an aborted import writes nothing; progress tells each file', async () => {
  await put('from/a.md', agent('a'))
  await put('from/b.md', agent('b'))
  const controller = new AbortController()
  const running = importAgents(paths, [at('from')], {
    signal: controller.signal,
    onProgress: ({ done }) => {
      if (done === 1) controller.abort()
    },
  })
  await expect(running).rejects.toThrow('abort')
  await expect(registryText()).rejects.toThrow('ENOENT')

  const events: string[] = []
  await importAgents(paths, [at('from')], {
    onProgress: ({ stage, done, total }) => events.push(`${stage} ${done}/${total}`),
  })
  expect(events).toEqual(['read 0/2', 'read 1/2', 'read 2/2'])
})

test('text that is appended by hand to agents.yaml meanwhile is not lost', async () => {
  await put('from/a.md', agent('a'))
  await importAgents(paths, [at('from')])
  await appendFile(paths.agentsFile, '# kept\n')
  await put('from/b.md', agent('b'))
  await importAgents(paths, [at('from')])
  expect(await registryText()).toContain('# kept')
})
