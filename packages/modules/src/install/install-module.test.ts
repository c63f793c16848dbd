import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readRegistry } from '@datacortex/registry'
import type { FilesOnDisk, TemporarySpace } from '../__fixtures__/temporary-space.ts'
import { campaigns, snapshot, temporarySpace, writeFiles } from '../__fixtures__/temporary-space.ts'
import { type InstallModuleOptions, installModule } from './install-module.ts'
import { readModulesLock } from './modules-lock.ts'
import { planModuleInstall } from './plan-module-install.ts'
import { removeModule } from './remove-module.ts'
import { syncModules } from './sync-modules.ts'

async function install(space: TemporarySpace, files: FilesOnDisk, options: Partial<InstallModuleOptions> = {}) {
  const folder = join(space.elsewhere, 'module')
  await rm(folder, { recursive: true, force: true })
  await writeFiles(folder, files)
  await using plan = await planModuleInstall(space.paths, folder)
  return installModule(space.paths, plan, { userDirectory: space.userDirectory, ...options })
}

function version(files: FilesOnDisk, next: string, permissions = ''): FilesOnDisk {
  const yaml = String(files['module.yaml']).replace(/version: 1\.\d\.0/, `version: ${next}`)
  return { ...files, 'module.yaml': permissions === '' ? yaml : yaml.replace(/network: .*/, permissions) }
}

const sourcesFile = `# my sources
sources:
  web: {type: api, tool: web_search, layers: [search], content_type: documents} # the web
`

test('copies the files and records lock, agents, sources and approval', async () => {
  await using space = await temporarySpace()
  const { paths } = space
  await writeFiles(paths.datacore, { 'registry/sources.yaml': sourcesFile })
  const result = await install(space, campaigns, { now: () => Date.UTC(2026, 0, 2) })
  expect(result).toEqual({
    module: 'datacore-campaigns',
    version: '1.2.0',
    agents: ['campaign-planner', 'campaign-reporter'],
    sources: ['mailing-stats'],
    permissions: { network: ['api.mailing.example'], writes: ['1-*/campaigns/'], reads: [], env: [], commands: [] },
    changed: true,
    hookReports: [],
  })
  expect(await snapshot(paths.modulesDirectory)).toEqual(
    Object.fromEntries(Object.entries(campaigns).map(([path, text]) => [`datacore-campaigns/${path}`, text])),
  )
  const lock: unknown = parse(await readFile(paths.modulesLockFile, 'utf8'))
  expect(lock).toMatchObject({
    modules: {
      'datacore-campaigns': {
        version: '1.2.0',
        origin: { kind: 'folder', spec: join(space.elsewhere, 'module') },
        integrity: expect.stringMatching(/^sha512-/),
        permissions: { network: ['api.mailing.example'] },
        installed_at: '2026-01-02T00:00:00.000Z',
      },
    },
  })
  const registry = await readRegistry(paths)
  expect(registry.modules.get('datacore-campaigns')).toEqual({
    sourceModule: 'datacore-campaigns',
    agentIds: ['campaign-planner', 'campaign-reporter'],
  })
  expect(registry.agents.get('campaign-planner')).toMatchObject({ module: 'datacore-campaigns' })
  const source = registry.agents.get('campaign-reporter')?.entry.source ?? ''
  expect(await readFile(join(paths.root, source), 'utf8')).toContain('You report.')
  const sources = await readFile(paths.sourcesFile, 'utf8')
  expect(sources).toContain(sourcesFile)
  expect(parse(sources)).toMatchObject({
    sources: { 'mailing-stats': { tool: 'mailing_stats', module: 'datacore-campaigns' } },
  })
})

test('installing twice changes nothing', async () => {
  await using space = await temporarySpace()
  await install(space, campaigns)
  const before = await snapshot(space.paths.root)
  const again = await install(space, campaigns)
  expect(again).toMatchObject({ changed: false, hookReports: [] })
  expect(await snapshot(space.paths.root)).toEqual(before)
})

test('a dry run changes nothing', async () => {
  await using space = await temporarySpace()
  const before = await snapshot(space.paths.root)
  expect(await install(space, campaigns, { dryRun: true })).toMatchObject({ changed: true, agents: { length: 2 } })
  expect(await snapshot(space.paths.root)).toEqual(before)
  expect(await snapshot(space.userDirectory)).toEqual({})
})

test('a dry run takes no lock: it is for a space, too, in which nothing can be written', async () => {
  await using space = await temporarySpace()
  const { paths } = space
  await install(space, campaigns)
  await rm(paths.locksDirectory, { recursive: true })
  await writeFile(paths.locksDirectory, '')
  const dry = { dryRun: true }
  expect(await install(space, campaigns, dry)).toMatchObject({ changed: false })
  expect(await removeModule(paths, 'datacore-campaigns', dry)).toMatchObject({ removed: 'datacore-campaigns' })
  expect(await syncModules(paths, dry)).toMatchObject({ broken: [] })
  await expect(removeModule(paths, 'datacore-campaigns')).rejects.toMatchObject({ code: 'PLATFORM_FILE_UNWRITABLE' })
})

test('removing undoes all of it', async () => {
  await using space = await temporarySpace()
  const { paths } = space
  const agents = '# my agents\nagents:\n  mine: {name: Mine, description: Mine, skills: []} # kept\n'
  await writeFiles(paths.datacore, { 'registry/sources.yaml': sourcesFile, 'registry/agents.yaml': agents })
  await install(space, campaigns)
  const planned = await removeModule(paths, 'datacore-campaigns', { dryRun: true })
  expect(await readdir(paths.modulesDirectory)).toEqual(['datacore-campaigns'])
  const removed = await removeModule(paths, 'datacore-campaigns')
  expect(removed).toEqual({ removed: 'datacore-campaigns', agents: ['campaign-planner', 'campaign-reporter'] })
  expect(planned).toEqual(removed)
  expect(await readdir(paths.modulesDirectory)).toEqual([])
  expect(await readFile(paths.sourcesFile, 'utf8')).toBe(sourcesFile)
  expect(await readFile(paths.agentsFile, 'utf8')).toContain(agents)
  expect((await readRegistry(paths)).agents.size).toBe(1)
  expect(parse(await readFile(paths.modulesLockFile, 'utf8'))).toEqual({ modules: {} })
})

test('removing what is not installed names what is', async () => {
  await using space = await temporarySpace()
  await install(space, campaigns)
  for (const name of ['other', '../../etc', '.staging-x'])
    await expect(removeModule(space.paths, name)).rejects.toThrowError(
      expect.objectContaining({ code: 'MODULE_NOT_INSTALLED', hint: 'Installed: datacore-campaigns.' }),
    )
})

test('a newer version replaces the files, agents and sources of the older one', async () => {
  await using space = await temporarySpace()
  const { paths } = space
  await install(space, { ...campaigns, 'old.txt': 'only in the old one' })
  await writeFile(
    paths.sourcesFile,
    (await readFile(paths.sourcesFile, 'utf8')).replace('module: datacore', 'enabled: false\n    module: datacore'),
  )
  const yaml = String(campaigns['module.yaml'])
    .replace('    campaign-reporter: {}\n', '')
    .replace('tool: mailing_stats', 'tool: mailing_stats_2')
  const folder = join(space.elsewhere, 'module')
  await rm(folder, { recursive: true })
  await writeFiles(
    folder,
    version({ ...campaigns, 'module.yaml': yaml }, '1.3.0', 'network: [api.mailing.example, cdn.example]'),
  )
  await using plan = await planModuleInstall(paths, folder)
  expect(plan).toMatchObject({
    upgradeFrom: '1.2.0',
    alreadyInstalled: false,
    widened: { network: ['cdn.example'], writes: [] },
  })
  expect(await installModule(paths, plan, { userDirectory: space.userDirectory })).toMatchObject({
    version: '1.3.0',
    changed: true,
  })
  expect([...(await readRegistry(paths)).agents.keys()]).toEqual(['campaign-planner'])
  expect(await readdir(join(paths.modulesDirectory, 'datacore-campaigns'))).not.toContain('old.txt')
  expect(parse(await readFile(paths.sourcesFile, 'utf8'))).toMatchObject({
    sources: { 'mailing-stats': { tool: 'mailing_stats_2', enabled: false } },
  })
  await using same = await planModuleInstall(paths, folder)
  expect(same).toMatchObject({ alreadyInstalled: true, widened: undefined, upgradeFrom: undefined })
})

test('an id that was taken after the plan was made is refused', async () => {
  await using space = await temporarySpace()
  const { paths } = space
  await using plan = await planModuleInstall(paths, await writeFiles(join(space.elsewhere, 'module'), campaigns))
  await writeFiles(paths.datacore, {
    'registry/agents.yaml': 'agents:\n  campaign-planner: {name: A, description: B, skills: []}\n',
  })
  const before = await snapshot(paths.root)
  await expect(installModule(paths, plan, { userDirectory: space.userDirectory })).rejects.toThrowError(
    expect.objectContaining({ code: 'MODULE_ID_CLASH' }),
  )
  expect(await snapshot(paths.root)).toEqual(before)
})

test.each(['modules.lock.yaml', 'registry/sources.yaml', 'registry/agents.yaml'])(
  'a broken %s stops it before anything is written',
  async (file) => {
    await using space = await temporarySpace()
    await using plan = await planModuleInstall(
      space.paths,
      await writeFiles(join(space.elsewhere, 'module'), campaigns),
    )
    await writeFiles(space.paths.datacore, { [file]: 'modules: [x\nagents: {' })
    const before = await snapshot(space.paths.root)
    await expect(installModule(space.paths, plan, { userDirectory: space.userDirectory })).rejects.toThrowError(
      expect.objectContaining({ code: expect.stringMatching(/^(?:MODULE_FILE|REGISTRY_YAML)_INVALID$/) }),
    )
    expect(await snapshot(space.paths.root)).toEqual(before)
  },
)

const failures = [
  ['a first installation', []],
  ['an upgrade', ['datacore-campaigns 1.2.0']],
] as const

test.each(failures)('an error in the middle of %s undoes it', async (_what, installed) => {
  await using space = await temporarySpace()
  const { paths } = space
  if (installed.length > 0) await install(space, campaigns)
  const before = await snapshot(paths.root)
  const failing = install(space, version(campaigns, '1.3.0'), {
    onProgress({ subject }) {
      if (subject === 'registry') throw new Error('the disk is full')
    },
  })
  await expect(failing).rejects.toThrowError('the disk is full')
  const lockFile = '.datacore/modules.lock.yaml'
  const rest = (files: Readonly<Record<string, string>>): unknown => ({ ...files, [lockFile]: '' })
  expect(rest(await snapshot(paths.root))).toEqual(rest(before))
  const locked = await readModulesLock(paths)
  expect([...locked].map(([name, entry]) => `${name} ${entry.version}`)).toEqual(installed)
})

test('a link that leads nowhere, in the place of a module, gives way to it', async () => {
  await using space = await temporarySpace()
  await mkdir(space.paths.modulesDirectory)
  await symlink(join(space.elsewhere, 'nothing'), join(space.paths.modulesDirectory, 'datacore-campaigns'))
  await install(space, campaigns)
  expect(Object.keys(await snapshot(space.paths.modulesDirectory))).toContain('datacore-campaigns/module.yaml')
  expect(await readdir(space.elsewhere)).toEqual(['module'])
})
