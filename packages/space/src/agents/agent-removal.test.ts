import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SpacePaths, createSpace, ownPaths } from '@datacortex/platform'
import { importAgents } from '@datacortex/importers'
import { readCatalogue } from '@datacortex/modules'
import { expect, onTestFinished, test } from 'vitest'
import { type KnownAgents, agentsFrom, planRemoval, takeOut } from './agent-removal.ts'

const text = `# ours
agents:
  writer: # by hand
    name: Writer
    description: Writes the minutes
    skills: []
    spawns: [tuner, keeper]
  old-tuner: { name: Old tuner, description: Formerly, skills: [], alias: tuner }
  # tunes
  tuner:
    name: Tuner
    description: Tunes pianos
    skills: []
  keeper: { name: Keeper, description: Keeps the light, skills: [] }
`

test('agents go, and nothing else of the file', async () => {
  const { paths, catalogue } = await space()
  const removal = planRemoval(await catalogue(), ['tuner', 'tuner'])
  expect(removal.removed.map(({ id }) => id)).toEqual(['tuner'])
  expect(removal.namedBy).toEqual([
    { id: 'writer', field: 'spawns', names: ['tuner'] },
    { id: 'old-tuner', field: 'alias', names: ['tuner'] },
  ])
  const { signal } = new AbortController()
  await takeOut(paths, removal, { dryRun: true, signal })
  expect(await readFile(paths.agentsFile, 'utf8')).toBe(text)
  await takeOut(paths, removal, { signal })
  const left = await readFile(paths.agentsFile, 'utf8')
  expect(left).toContain('  writer: # by hand\n')
  expect(left).toContain('  old-tuner: { name: Old tuner, description: Formerly, skills: [], alias: tuner }\n')
  expect(left).not.toContain('Tunes pianos')
  await expect(takeOut(paths, removal, { signal })).rejects.toMatchObject({ code: 'REGISTRY_AGENT_NOT_FOUND' })
})

test('of entries that go together none is told to name the other', async () => {
  const { catalogue } = await space()
  expect(planRemoval(await catalogue(), ['tuner', 'old-tuner', 'writer']).namedBy).toEqual([])
})

test('an agent that a module brings as well is there again, and nobody is told that it is gone', async () => {
  const { catalogue } = await space()
  const { registry, modules } = await catalogue()
  const shadowed = { code: 'MODULE_AGENT_SHADOWED', severity: 'warning', subject: 'tuner', message: '' } as const
  const removal = planRemoval({ registry: { ...registry, findings: [shadowed] }, modules }, ['tuner', 'writer'])
  expect(removal).toMatchObject({ namedBy: [], uncovered: ['tuner'] })
})

test('an unknown id is refused with the nearest ones, and an agent of a module with what removes it', async () => {
  const { catalogue } = await space()
  const { registry } = await catalogue()
  expect(() => planRemoval({ registry, modules: [] }, ['writer', 'tunr'])).toThrow(
    expect.objectContaining({ code: 'REGISTRY_AGENT_NOT_FOUND', hint: expect.stringContaining('tuner') }),
  )
  const agents = new Map([...registry.agents].map(([id, agent]) => [id, { ...agent, module: 'press' }]))
  const known = { registry: { ...registry, agents }, modules: [{ name: 'press', origin: 'installed' as const }] }
  expect(() => planRemoval(known, ['writer'])).toThrow(
    expect.objectContaining({ code: 'CLI_AGENT_OF_MODULE', hint: 'Remove the module: datacortex module remove press' }),
  )
  // Of a module that is gone only the entry is left.
  expect(planRemoval({ ...known, modules: [] }, ['writer']).removed).toHaveLength(1)
})

test('a wrong folder that was imported is found again by its path', async () => {
  const { paths, folder, catalogue } = await space()
  const wrong = join(folder, 'wrong')
  await mkdir(wrong)
  await writeFile(join(wrong, 'clerk.md'), '---\nname: clerk\ndescription: Files letters\n---\nYou file letters.\n')
  await importAgents(paths, [wrong])
  const known = await catalogue()
  expect(await agentsFrom(known, { paths, from: [wrong] })).toEqual(['clerk'])
  expect(await agentsFrom(known, { paths, from: [join(folder, 'wron')] })).toEqual([])
})

async function space(): Promise<{
  readonly folder: string
  readonly paths: SpacePaths
  readonly catalogue: () => Promise<KnownAgents>
}> {
  const folder = await mkdtemp(join(tmpdir(), 'remove-agents-'))
  onTestFinished(async () => await rm(folder, { recursive: true }))
  const paths = ownPaths((await createSpace(join(folder, 'desk'), {})).paths)
  await writeFile(paths.agentsFile, text)
  return {
    folder,
    paths,
    catalogue: async () => {
      const { registry, modules } = await readCatalogue(paths)
      return { registry, modules: modules.modules }
    },
  }
}
