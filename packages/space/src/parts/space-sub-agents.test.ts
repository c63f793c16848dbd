import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SpacePaths, createSpace, ownPaths, readSettings } from '@datacortex/platform'
import { type DiscoveredModule, discoverModules, installModule, planModuleInstall } from '@datacortex/modules'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openSpaceSubAgents } from './space-sub-agents.ts'

const { signal } = new AbortController()

// Counts what it extracts, takes no name that ends in "other", and can't read what is called "bad".
const code = `
import { appendFileSync } from 'node:fs'
export const plugin = {
  name: 'agent-counter', kind: 'sub-agent',
  setup: ({ dataDir }) => ({
    accepts: ({ name }) => !name.endsWith('other'),
    async extract({ name }) {
      appendFileSync(dataDir + '/extracted', name + '\\n')
      if (name.endsWith('bad')) throw Object.assign(new Error('It is locked.'), { code: 'COUNTER_LOCKED', details: {}, [Symbol.for('datacortex.CodedError')]: true })
      return { documents: [{ id: '', title: name, text: name, blocks: [], authors: [] }], findings: [] }
    },
  }),
}`

async function countingSpace(): Promise<{
  readonly paths: SpacePaths
  readonly modules: readonly DiscoveredModule[]
  readonly extracted: () => Promise<readonly string[]>
}> {
  const root = await mkdtemp(join(tmpdir(), 'datacortex-agents-'))
  onTestFinished(async () => await rm(root, { recursive: true, force: true }))
  const paths = ownPaths((await createSpace(root)).paths)
  const module = join(root, 'plugins/agent-counter')
  await mkdir(module, { recursive: true })
  const manifest =
    'manifest_version: 2\nname: agent-counter\nversion: 1.0.0\ndescription: d\nprovides:\n  subagents:\n    counter: {accepts: [text/plain, inode/directory], description: d}\n'
  await writeFile(join(module, 'module.yaml'), manifest)
  await writeFile(join(module, 'package.json'), '{"name":"agent-counter","type":"module","exports":{".":"./index.js"}}')
  await writeFile(join(module, 'index.js'), code)
  const { modules } = await discoverModules(paths, { bundledDirectory: join(root, 'plugins') })
  const file = join(paths.stateDirectory, 'modules/agent-counter/extracted')
  return { paths, modules, extracted: async () => (await readFile(file, 'utf8')).trim().split('\n') }
}

const input = (name: string, contentType = 'text/plain') => ({ name, contentType, path: name, bytes: new Uint8Array() })

test('what is asked about and then extracted is extracted once, a folder by its path', async () => {
  const { paths, modules, extracted } = await countingSpace()
  await using agents = await openSpaceSubAgents({ paths, signal }, { modules, settings: await readSettings(paths) })
  const note = input('note')
  expect(await agents.accepts(note)).toBe('agent-counter')
  expect((await agents.extract('agent-counter', note, { signal })).documents).toMatchObject([{ title: 'note' }])
  expect(await agents.accepts(input('/export', 'inode/directory'))).toBe('agent-counter')
  await agents.extract('agent-counter', input('/export', 'inode/directory'), { signal })
  expect(await extracted()).toEqual(['note', '/export'])
  // Another time it may have changed.
  await agents.extract('agent-counter', input('/export', 'inode/directory'), { signal })
  expect(await extracted()).toEqual(['note', '/export', '/export'])
})

test('what a module read that is none of the program says so', async () => {
  const { paths } = await countingSpace()
  vi.stubEnv('DATACORTEX_CONFIG_DIR', join(paths.root, 'config'))
  onTestFinished(() => void vi.unstubAllEnvs())
  await using plan = await planModuleInstall(paths, join(paths.root, 'plugins/agent-counter'))
  await installModule(paths, plan)
  const { modules } = await discoverModules(paths)
  await using agents = await openSpaceSubAgents({ paths, signal }, { modules, settings: await readSettings(paths) })
  const note = input('note')
  expect(await agents.accepts(note)).toBe('agent-counter')
  expect((await agents.extract('agent-counter', note, { signal })).findings).toEqual([
    expect.objectContaining({ code: 'MODULE_READ', severity: 'info', subject: 'note' }),
  ])
})

test('what nobody takes is undefined, and why something can not be read is told where it is extracted', async () => {
  const { paths, modules } = await countingSpace()
  await using agents = await openSpaceSubAgents({ paths, signal }, { modules, settings: await readSettings(paths) })
  expect(await agents.accepts(input('image', 'image/png'))).toBeUndefined()
  expect(await agents.accepts(input('an other'))).toBeUndefined()
  const bad = input('bad')
  expect(await agents.accepts(bad)).toBe('agent-counter')
  await expect(agents.extract('agent-counter', bad, { signal })).rejects.toMatchObject({ code: 'COUNTER_LOCKED' })
})
