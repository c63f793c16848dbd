import { spawnSync } from 'node:child_process'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { readRegistry } from '@datacortex/registry'
import { campaigns, journal, temporarySpace, writeFiles } from '../__fixtures__/temporary-space.ts'
import { discoverModules } from './discover-modules.ts'
import { moduleAgents, withModules } from './with-modules.ts'

const manifest = (name: string, provides = '{}'): string =>
  `name: ${name}\nversion: 1.0.0\ndescription: Of ${name}\nprovides: ${provides}\n`

const agent = (id: string): string => `{agents: {${id}: {name: ${id}, description: Of a module}}}`

test('finds the modules of the program, of the space and of npm, by name, without running any code', async () => {
  await using space = await temporarySpace()
  const bundledDirectory = join(space.elsewhere, 'bundled')
  const bomb = { ...journal, 'index.js': 'process.exit(1)' }
  await writeFiles(join(bundledDirectory, 'hook-journal'), bomb)
  await writeFiles(join(space.paths.modulesDirectory, 'datacore-campaigns'), campaigns)
  await writeFiles(join(space.paths.modulesDirectory, '.staging-1'), campaigns)
  const modules = join(space.paths.root, 'node_modules')
  const keywords = JSON.stringify({ name: 'x', keywords: ['datacortex-plugin'] })
  await writeFiles(space.paths.root, {
    'package.json': JSON.stringify({
      dependencies: { 'zeta-module': '1', '@acme/alpha': '1', plain: '1', gone: '1', '../../evil': '1' },
    }),
  })
  await writeFiles(join(modules, 'zeta-module'), { 'package.json': keywords, 'module.yaml': manifest('zeta-module') })
  await writeFiles(join(modules, '@acme', 'alpha'), { 'package.json': keywords, 'module.yaml': manifest('alpha') })
  await writeFiles(join(modules, 'plain'), {
    'package.json': '{"description":"no datacortex-plugin"}',
    'module.yaml': manifest('plain'),
  })
  await writeFiles(join(modules, 'indirect'), { 'package.json': keywords, 'module.yaml': manifest('indirect') })
  const { modules: found, broken } = await discoverModules(space.paths, { bundledDirectory })
  expect(broken).toEqual([])
  expect(found.map(({ name, origin }) => `${name} ${origin}`)).toEqual([
    'alpha npm',
    'datacore-campaigns installed',
    'hook-journal bundled',
    'zeta-module npm',
  ])
})

test('sets bad and duplicate manifests aside; the others work', async () => {
  await using space = await temporarySpace()
  const bundledDirectory = join(space.elsewhere, 'bundled')
  await writeFiles(bundledDirectory, {
    'good/module.yaml': manifest('good'),
    'twin/module.yaml': manifest('twin'),
    'broken/module.yaml': 'name: [',
    'misnamed/module.yaml': manifest('other'),
    // Where npm keeps the modules of the program lie packages that are none.
    'package/README.md': '',
    'binary/module.yaml': 'a\0b',
  })
  await writeFiles(space.paths.modulesDirectory, { 'twin/module.yaml': manifest('twin'), 'empty/README.md': '' })
  const { modules, broken } = await discoverModules(space.paths, { bundledDirectory })
  expect(modules.map(({ name, origin }) => `${name} ${origin}`)).toEqual(['good bundled', 'twin bundled'])
  expect(broken.map(({ error }) => error.code).sort()).toEqual([
    'MODULE_CONTENT_REFUSED',
    'MODULE_CONTENT_REFUSED',
    'MODULE_CONTENT_REFUSED',
    'MODULE_ID_CLASH',
    'PLUGIN_MANIFEST_INVALID',
  ])
})

test('modules that another process takes away in this moment are not broken', async () => {
  await using space = await temporarySpace()
  const { modulesDirectory } = space.paths
  const names = Array.from({ length: 40 }, (_, index) => `module-${index}`)
  await writeFiles(modulesDirectory, Object.fromEntries(names.map((name) => [`${name}/module.yaml`, manifest(name)])))
  const [{ broken }] = await Promise.all([
    discoverModules(space.paths),
    ...names.map((name) => rename(join(modulesDirectory, name), join(modulesDirectory, `.staging-${name}`))),
  ])
  expect(broken).toEqual([])
  expect((await discoverModules(space.paths)).modules).toEqual([])
})

test('a broken package.json of the space is not in the way', async () => {
  await using space = await temporarySpace()
  await writeFiles(space.paths.root, { 'package.json': '{' })
  expect(await discoverModules(space.paths)).toEqual({ modules: [], broken: [] })
})

test('adds the agents of bundled and npm modules to the registry; what is in agents.yaml stays', async () => {
  await using space = await temporarySpace()
  const bundledDirectory = join(space.elsewhere, 'bundled')
  await writeFiles(join(bundledDirectory, 'datacore-campaigns'), campaigns)
  await writeFiles(join(bundledDirectory, 'second'), { 'module.yaml': manifest('second', agent('mine')) })
  await writeFiles(space.paths.root, { 'package.json': '{"dependencies":{"third":"1"}}' })
  await writeFiles(join(space.paths.root, 'node_modules', 'third'), {
    'package.json': '{"keywords":["datacortex-plugin"]}',
    'module.yaml': manifest('third', '[writer]'.replace('[writer]', '{agents: [writer]}')),
    'agents/writer.md': '---\nname: writer\ndescription: Writes\n---\nYou write.\n',
  })
  await writeFiles(space.paths.datacore, {
    'registry/agents.yaml': 'agents:\n  mine: {name: Mine, description: By hand, skills: []}\n',
  })
  const { modules } = await discoverModules(space.paths, { bundledDirectory })
  const {
    agents,
    findings,
    modules: known,
  } = await withModules(await readRegistry(space.paths), modules, { root: space.paths.root })
  expect([...agents].map(([id, { module }]) => `${id} ${module}`)).toEqual([
    'mine undefined',
    'campaign-planner datacore-campaigns',
    'campaign-reporter datacore-campaigns',
    'writer third',
  ])
  expect(agents.get('mine')?.entry.description).toBe('By hand')
  expect(agents.get('writer')?.entry.source).toBe('node_modules/third/agents/writer.md')
  expect(agents.get('campaign-planner')?.entry.source).toBe(
    join(bundledDirectory, 'datacore-campaigns', 'agents', 'planner.md'),
  )
  expect(known.get('third')).toEqual({ sourceModule: 'third', agentIds: ['writer'] })
  expect(findings.filter(({ code }) => code === 'MODULE_AGENT_SHADOWED')).toMatchObject([
    { subject: 'mine', severity: 'warning' },
  ])
})

test('agents of installed modules come from agents.yaml alone', async () => {
  await using space = await temporarySpace()
  await writeFiles(join(space.paths.modulesDirectory, 'datacore-campaigns'), campaigns)
  const { modules } = await discoverModules(space.paths)
  expect((await withModules(await readRegistry(space.paths), modules, { root: space.paths.root })).agents.size).toBe(0)
})

test('reports what is wrong with the agents of a module', async () => {
  await using space = await temporarySpace()
  const bundledDirectory = join(space.elsewhere, 'bundled')
  await writeFiles(join(bundledDirectory, 'bad'), { 'module.yaml': manifest('bad', '{agents: [ghost]}') })
  const [module] = (await discoverModules(space.paths, { bundledDirectory })).modules
  expect(module).toBeDefined()
  if (module === undefined) return
  const { findings } = await moduleAgents(module, { root: space.paths.root })
  expect(findings).toContainEqual(
    expect.objectContaining({
      code: 'MODULE_AGENT_INVALID',
      severity: 'error',
      message: expect.stringContaining('ghost.md'),
    }),
  )
})

test('a module costs the reading of its manifest, once', async () => {
  await using space = await temporarySpace()
  const bundledDirectory = join(space.elsewhere, 'bundled')
  await using handle = await open(import.meta.filename)
  const fileHandles: typeof handle = Object.getPrototypeOf(handle)
  const reads = vi.spyOn(fileHandles, 'read')
  const readsWith = async (modules: number): Promise<number> => {
    for (let index = 0; index < modules; index += 1)
      await writeFiles(join(bundledDirectory, `m${index}`), {
        'module.yaml': manifest(`m${index}`, agent(`a${index}`)),
        'index.js': 'throw new Error()',
      })
    reads.mockClear()
    await discoverModules(space.paths, { bundledDirectory })
    return reads.mock.calls.length
  }
  const few = await readsWith(6)
  expect(few).toBeGreaterThanOrEqual(6)
  expect((await readsWith(12)) - few).toBe(6)
})

test.skipIf(process.platform === 'win32')(
  'packages are found among many where few files may be open at once',
  async () => {
    await using space = await temporarySpace()
    const names = Array.from({ length: 100 }, (_, place) => `dep-${place}`)
    const manifest = 'manifest_version: 2\nname: dep-99\nversion: 1.0.0\ndescription: Does it.\nlicense: MIT\n'
    const files = names.map((name) => [
      `node_modules/${name}/package.json`,
      JSON.stringify({ name, version: '1.0.0', keywords: name === 'dep-99' ? ['datacortex-plugin'] : [] }),
    ])
    await writeFiles(space.paths.root, {
      ...Object.fromEntries(files),
      'package.json': JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, '1.0.0'])) }),
      'node_modules/dep-99/module.yaml': manifest,
    })
    const program = `import { ownPaths, spacePaths } from '@datacortex/platform'
import { discoverModules } from ${JSON.stringify(new URL('discover-modules.ts', import.meta.url).href)}
const { modules } = await discoverModules(ownPaths(spacePaths(${JSON.stringify(space.paths.root)})))
process.stdout.write(modules.map(({ name }) => name).join())`
    const node = [process.execPath, '--conditions=@datacortex/source', '--input-type=module', '-e', program]
    const cwd = import.meta.dirname
    const run = spawnSync('sh', ['-c', 'ulimit -n 64; exec "$@"', 'sh', ...node], { cwd, encoding: 'utf8' })
    expect(run).toMatchObject({ stderr: '', stdout: 'dep-99' })
  },
)
