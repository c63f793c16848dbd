import { chmod, mkdir, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { slowDisk } from '@datacortex/platform/simulated-disks'
import { expect, test } from 'vitest'
import { difference } from '../__fixtures__/difference.ts'
import { temporarySpace } from '../__fixtures__/temporary-space.ts'
import type { AgentEntry } from '../agent-entry.ts'
import { readRegistry } from '../read/read-registry.ts'
import { updateRegistry } from './update-registry.ts'

const datacoreStyle = await readFile(new URL('../__fixtures__/datacore-style.yaml', import.meta.url), 'utf8')
const entry = (name: string, more: Partial<AgentEntry> = {}): AgentEntry => ({
  name,
  description: `${name} does things`,
  skills: [],
  ...more,
})

test('makes a new file with head and agents', async () => {
  const paths = await temporarySpace()
  await rm(dirname(paths.agentsFile), { recursive: true })
  expect(
    await updateRegistry(paths, (editor) =>
      editor.setAgent('writer', { skills: [], triggers: { tags: [':AI:'] }, description: 'Writes', name: 'Writer' }),
    ),
  ).toBe('added')
  expect(await readFile(paths.agentsFile, 'utf8')).toBe(
    'version: "1.0.0"\nprotocol: "datacore-agent-registry/v1"\nagents:\n  writer:\n    name: Writer\n    description: Writes\n    skills: []\n    triggers:\n      tags:\n        - ":AI:"\n',
  )
})

test('touches only the lines that differ', async () => {
  const paths = await temporarySpace(datacoreStyle)
  await updateRegistry(paths, (editor) => {
    const router = editor.get('task-router')
    const writer = editor.get('note-writer')
    if (router === undefined || writer === undefined) throw new Error('not in the fixture')
    const { profile: _, ...others } = router
    editor.setAgent('task-router', {
      ...others,
      description: "It's new: text",
      skills: [...router.skills, { id: 'x', name: 'X', description: 'x', tags: ['t'] }],
      runtime: { ...router.runtime, model: 'opus' },
      spawns: [],
      references: { ...router.references, dips: ['DIP-0009', 'DIP-0016', 'DIP-0021'] },
      performance: { total_executions: 1 },
    })
    editor.setAgent('note-writer', {
      ...writer,
      skills: writer.skills.map((skill) => ({ ...skill, name: 'Zettels' })),
      triggers: { ...writer.triggers, schedules: ['every Friday'] },
      can_be_called_by: ['user'],
    })
    editor.setAgent('old-writer', { ...entry('old-writer'), alias: 'task-router', deprecated: true, note: 'Newer' })
    editor.setAgent('campaign-planner', entry('Campaign Planner', { description: 'Plans campaigns', deprecated: true }))
    editor.setAgent('fresh', entry('Fresh'))
    editor.deleteAgent('bare-alias')
    editor.deleteAgent('stop-trader')
  })
  const after = await readFile(paths.agentsFile, 'utf8')
  expect(difference(datacoreStyle, after)).toMatchInlineSnapshot(`
    [
      "-    description: 'Scans for :AI: tags and routes to agents'   # do not shorten",
      "+    description: "It's new: text"   # do not shorten",
      "-    model: sonnet",
      "-    tools: [Read, Write, Edit, Glob]  # mirrors the front matter",
      "-    profile: coordinator",
      "+    - id: x",
      "+      name: X",
      "+      description: x",
      "+      tags:",
      "+      - t",
      "-      dips: [DIP-0009, DIP-0016]",
      "+      dips: [DIP-0009, DIP-0016, DIP-0021]",
      "-    spawns:",
      "-    - note-writer",
      "+    spawns: []",
      "+    runtime:",
      "+      model: opus",
      "+      tools:",
      "+      - Read",
      "+      - Write",
      "+      - Edit",
      "+      - Glob",
      "+    performance:",
      "+      total_executions: 1",
      "-        name: Zettel   # short",
      "+        name: Zettels   # short",
      "-    called_by: task-router",
      "-      scheduled: every Monday",
      "+      schedules:",
      "+      - every Friday",
      "+    can_be_called_by:",
      "+    - user",
      "-  old-writer: {deprecated: true, superseded_by: note-writer, note: "Use the new one"}",
      "-  bare-alias:",
      "-    deprecated: true",
      "-    alias: note-writer",
      "+  old-writer: {deprecated: true, note: Newer, description: old-writer does things, alias: task-router}",
      "+  fresh:",
      "+    name: Fresh",
      "+    description: Fresh does things",
      "+    skills: []",
      "-  stop-trader:",
      "-    description: Stops trades",
      "-    version: 1.0.0",
      "-    source: .datacore/modules/trading/agents/stop-trader.md",
      "-    module: trading",
      "-    skills:",
      "-    - risk",
      "-    can_be_called_by:",
      "-      called_by:",
      "-      - task-router",
      "-        triggers: {tags: [":AI:campaign:"]}",
      "+        deprecated: true",
    ]
  `)
})

test('what is set to what it is stays unchanged, and the file is not written', async () => {
  const paths = await temporarySpace(datacoreStyle)
  const before = await stat(paths.agentsFile, { bigint: true })
  const results = await updateRegistry(paths, (editor) =>
    [...editor.registry.agents.values()].map((agent) => editor.setAgent(agent.id, agent.entry)),
  )
  expect(new Set(results)).toEqual(new Set(['unchanged']))
  const after = await stat(paths.agentsFile, { bigint: true })
  expect([after.mtimeNs, after.ino]).toEqual([before.mtimeNs, before.ino])
  expect(await readFile(paths.agentsFile, 'utf8')).toBe(datacoreStyle)
})

test('an edit is seen by get, and the registry is as it was read', async () => {
  const paths = await temporarySpace(datacoreStyle)
  await updateRegistry(paths, (editor) => {
    expect(editor.setAgent('x', entry('X'))).toBe('added')
    expect(editor.setAgent('x', entry('X'))).toBe('unchanged')
    expect(editor.setAgent('x', entry('Y'))).toBe('updated')
    expect(editor.get('x')?.name).toBe('Y')
    expect(editor.registry.agents.has('x')).toBe(false)
    expect(editor.deleteAgent('x')).toBe(true)
    expect(editor.deleteAgent('x')).toBe(false)
    expect(editor.get('x')).toBeUndefined()
  })
  expect(await readFile(paths.agentsFile, 'utf8')).toBe(datacoreStyle)
})

test('modules are added, replaced as a whole, moved out of the flat layout and removed', async () => {
  const paths = await temporarySpace(datacoreStyle)
  const module = { source_module: 'datacore-forge', agents: { forge: entry('Forge'), anvil: entry('Anvil') } }
  expect(await updateRegistry(paths, (editor) => editor.setModule('forge', module))).toBe('added')
  const once = await readFile(paths.agentsFile, 'utf8')
  expect(difference(datacoreStyle, once)).toEqual([
    '+  forge:',
    '+    source_module: datacore-forge',
    '+    agents:',
    '+      forge:',
    '+        name: Forge',
    '+        description: Forge does things',
    '+        skills: []',
    '+      anvil:',
    '+        name: Anvil',
    '+        description: Anvil does things',
    '+        skills: []',
  ])
  expect(await updateRegistry(paths, (editor) => editor.setModule('forge', module))).toBe('unchanged')
  expect(
    await updateRegistry(paths, (editor) =>
      editor.setModule('forge', { ...module, agents: { anvil: entry('Anvil') } }),
    ),
  ).toBe('updated')
  expect((await readRegistry(paths)).modules.get('forge')).toEqual({
    sourceModule: 'datacore-forge',
    agentIds: ['anvil'],
  })
  expect(await updateRegistry(paths, (editor) => editor.deleteModule('forge'))).toBe(true)
  expect(await readFile(paths.agentsFile, 'utf8')).toBe(datacoreStyle)
  expect(await updateRegistry(paths, (editor) => editor.deleteModule('forge'))).toBe(false)
  await updateRegistry(paths, (editor) =>
    editor.setModule('trading', { source_module: 'trading', agents: { 'stop-trader': entry('Stop') } }),
  )
  const { agents, modules } = await readRegistry(paths)
  expect(modules.get('trading')?.agentIds).toEqual(['stop-trader'])
  expect(agents.has('risk-checker')).toBe(false)
  expect(
    await updateRegistry(paths, (editor) => [editor.deleteModule('trading'), editor.deleteModule('campaigns')]),
  ).toEqual([true, true])
  expect((await readRegistry(paths)).modules.size).toBe(0)
})

test('an entry that is not of the strict form is refused with every issue, and nothing is written', async () => {
  const paths = await temporarySpace(datacoreStyle)
  const wrong: AgentEntry = JSON.parse('{"name": "", "description": 5, "skills": [{"id": "x"}], "colour": "red"}')
  const refused = updateRegistry(paths, (editor) => {
    editor.setAgent('fine', entry('Fine'))
    editor.setAgent('wrong', wrong)
  })
  await expect(refused).rejects.toMatchObject({ code: 'REGISTRY_INVALID' })
  await expect(refused).rejects.toThrow(/wrong\.name: .*wrong\.description: .*wrong\.skills\.0\.name: /)
  await expect(updateRegistry(paths, (editor) => editor.setAgent('a\nb', entry('x')))).rejects.toThrow('"a\\nb"')
  await expect(
    updateRegistry(paths, (editor) =>
      editor.setAgent('a', JSON.parse('{"name":"a","description":"","skills":[],"colour":"red"}')),
    ),
  ).rejects.toThrow('a.colour')
  expect(await readFile(paths.agentsFile, 'utf8')).toBe(datacoreStyle)
})

test('if the edit throws, or the signal is aborted, nothing is written and the lock is free', async () => {
  const paths = await temporarySpace(datacoreStyle)
  await expect(
    updateRegistry(paths, (editor) => {
      editor.setAgent('x', entry('X'))
      throw new RangeError('mine')
    }),
  ).rejects.toThrow(RangeError)
  const controller = new AbortController()
  const aborted = updateRegistry(
    paths,
    (editor) => {
      editor.setAgent('x', entry('X'))
      controller.abort()
    },
    { signal: controller.signal },
  )
  await expect(aborted).rejects.toMatchObject({ name: 'AbortError' })
  expect(await readFile(paths.agentsFile, 'utf8')).toBe(datacoreStyle)
  expect(await updateRegistry(paths, (editor) => editor.setAgent('x', entry('X')))).toBe('added')
})

test('a dry run writes nothing at all', async () => {
  const paths = await temporarySpace(datacoreStyle)
  expect(await updateRegistry(paths, (editor) => editor.setAgent('x', entry('X')), { dryRun: true })).toBe('added')
  expect(await readdir(paths.datacore, { recursive: true })).toEqual(['registry', join('registry', 'agents.yaml')])
  expect(await readFile(paths.agentsFile, 'utf8')).toBe(datacoreStyle)
})

test('unreadable, unwritable and broken files are coded errors and stay as they are', async () => {
  const broken = await temporarySpace('agents: {\n')
  await expect(updateRegistry(broken, (editor) => editor.setAgent('x', entry('X')))).rejects.toMatchObject({
    code: 'REGISTRY_YAML_INVALID',
  })
  expect(await readFile(broken.agentsFile, 'utf8')).toBe('agents: {\n')

  const noLocks = await temporarySpace(datacoreStyle)
  await writeFile(noLocks.stateDirectory, 'a file where a folder belongs')
  await expect(updateRegistry(noLocks, (editor) => editor.setAgent('x', entry('X')))).rejects.toMatchObject({
    code: 'PLATFORM_FILE_UNWRITABLE',
  })

  const noFolder = await temporarySpace()
  await rm(dirname(noFolder.agentsFile), { recursive: true })
  await symlink(join(noFolder.root, 'nowhere', 'deep'), dirname(noFolder.agentsFile))
  await expect(updateRegistry(noFolder, (editor) => editor.setAgent('x', entry('X')))).rejects.toMatchObject({
    code: 'PLATFORM_FILE_UNWRITABLE',
  })
})

test('keeps permissions, follows a link, and removes what a killed write left', async () => {
  const paths = await temporarySpace()
  const target = join(paths.root, 'shared.yaml')
  await writeFile(target, datacoreStyle)
  await chmod(target, 0o640)
  await symlink(target, paths.agentsFile)
  const stale = join(paths.root, '.shared.yaml.2157a17d-9ca4-455e-856b-e0bc1e7b53cb.tmp')
  await writeFile(stale, 'half a file')
  await writeFile(`${paths.agentsFile}.bak`, 'of a person')
  await mkdir(`${paths.agentsFile}.d`)
  await updateRegistry(paths, (editor) => editor.setAgent('x', entry('X')))
  expect((await stat(target)).mode & 0o777).toBe(0o640)
  expect(await readFile(target, 'utf8')).toContain('  x:\n    name: X\n')
  await expect(stat(stale)).rejects.toThrow('ENOENT')
  expect((await readdir(dirname(paths.agentsFile))).sort()).toEqual(['agents.yaml', 'agents.yaml.bak', 'agents.yaml.d'])
})

test.each(['agents: {}\n', undefined])('what is saved while a slow disk writes is kept, over %j', async (before) => {
  const paths = await temporarySpace(before)
  if (before === undefined) await rm(paths.agentsFile, { force: true })
  let saved = 0
  const disk = slowDisk(async (call) => {
    if (call === (before === undefined ? 'link' : 'open') && (saved += 1) === 1)
      await writeFile(paths.agentsFile, 'agents:\n  theirs:\n    name: Theirs\n    description: d\n')
  })
  await updateRegistry(paths, (editor) => editor.setAgent('ours', entry('Ours')), { disk })
  expect([...(await readRegistry(paths)).agents.keys()].toSorted()).toEqual(['ours', 'theirs'])
})

test('a file that is saved again and again is left as it is', async () => {
  const paths = await temporarySpace('agents: {}\n')
  let saved = 0
  const disk = slowDisk(async () => await writeFile(paths.agentsFile, `agents: {} # ${(saved += 1)}\n`))
  await expect(
    updateRegistry(paths, (editor) => editor.setAgent('ours', entry('Ours')), { disk }),
  ).rejects.toMatchObject({ code: 'PLATFORM_FILE_UNWRITABLE' })
  expect([saved, await readFile(paths.agentsFile, 'utf8')]).toEqual([10, 'agents: {} # 10\n'])
})
