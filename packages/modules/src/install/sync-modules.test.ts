import { appendFile, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { type AgentEntry, readRegistry, updateRegistry } from '@datacortex/registry'
import type { TemporarySpace } from '../__fixtures__/temporary-space.ts'
import { campaigns, journal, snapshot, temporarySpace, writeFiles } from '../__fixtures__/temporary-space.ts'
import { installModule } from './install-module.ts'
import { planModuleInstall } from './plan-module-install.ts'
import { removeModule } from './remove-module.ts'
import { syncModules } from './sync-modules.ts'
import { verifyModules } from './verify-module.ts'

async function withCampaigns(): Promise<TemporarySpace> {
  const space = await temporarySpace()
  await using plan = await planModuleInstall(space.paths, await writeFiles(join(space.elsewhere, 'm'), campaigns))
  await installModule(space.paths, plan, { userDirectory: space.userDirectory })
  return space
}

const nothing = { added: [], removed: [], changed: [], broken: [] }
const place = ({ paths }: TemporarySpace): string => join(paths.modulesDirectory, 'datacore-campaigns')

test('changes nothing where everything is in step, also where there is nothing', async () => {
  await using empty = await temporarySpace()
  expect(await syncModules(empty.paths)).toEqual(nothing)
  await using space = await withCampaigns()
  const before = await snapshot(space.paths.root)
  expect(await syncModules(space.paths)).toEqual(nothing)
  expect(await snapshot(space.paths.root)).toEqual(before)
})

test('registers a folder that was put there by hand, with no permission and no approval', async () => {
  await using space = await temporarySpace()
  await writeFiles(place(space), campaigns)
  expect(await syncModules(space.paths)).toEqual({ ...nothing, added: ['datacore-campaigns'] })
  expect((await readRegistry(space.paths)).agents.size).toBe(2)
  expect(parse(await readFile(space.paths.modulesLockFile, 'utf8'))).toMatchObject({
    modules: {
      'datacore-campaigns': { origin: { spec: '.datacore/modules/datacore-campaigns' }, permissions: { network: [] } },
    },
  })
  expect(await snapshot(space.userDirectory)).toEqual({})
  await using plan = await planModuleInstall(space.paths, place(space))
  expect(plan).toMatchObject({ alreadyInstalled: true, widened: { network: ['api.mailing.example'] } })
})

test('takes out a module whose folder is gone', async () => {
  await using space = await withCampaigns()
  await rm(place(space), { recursive: true })
  const hint = `datacortex module install ${join(space.elsewhere, 'm')}`
  expect(await verifyModules(space.paths)).toMatchObject([
    { error: { code: 'MODULE_INTEGRITY_CHANGED', hint: expect.stringContaining(hint) } },
  ])
  expect(await syncModules(space.paths)).toEqual({ ...nothing, removed: ['datacore-campaigns'] })
  expect((await readRegistry(space.paths)).agents.size).toBe(0)
  expect(parse(await readFile(space.paths.sourcesFile, 'utf8'))).toEqual({ sources: {} })
  expect(await syncModules(space.paths)).toEqual(nothing)
})

test.each([
  ['is gone', 'MODULE_FOLDER_MISSING', undefined],
  [
    'is a link that leads nowhere',
    'PLATFORM_FILE_UNREADABLE',
    async (path: string) => await symlink('/nowhere/m', path),
  ],
  ['can not be read', 'PLATFORM_FILE_UNREADABLE', async (path: string) => await writeFile(path, '')],
])('takes out nothing where the folder of all modules %s', async (_name, code, put) => {
  await using space = await withCampaigns()
  const away = join(space.elsewhere, 'away')
  await rename(space.paths.modulesDirectory, away)
  await put?.(space.paths.modulesDirectory)
  const before = await readFile(space.paths.modulesLockFile, 'utf8')
  for (const dryRun of [true, false]) await expect(syncModules(space.paths, { dryRun })).rejects.toMatchObject({ code })
  expect(await readFile(space.paths.modulesLockFile, 'utf8')).toBe(before)
  expect((await readRegistry(space.paths)).agents.size).toBe(2)
  await rm(space.paths.modulesDirectory, { force: true })
  await rename(away, space.paths.modulesDirectory)
  expect(await syncModules(space.paths)).toEqual(nothing)
})

test('a removal that fails leaves the files where they were', async () => {
  await using space = await withCampaigns()
  const prompt = join(place(space), 'agents/local.md')
  await writeFiles(join(place(space), 'agents'), { 'local.md': 'A change of my own.' })
  const whole = await readFile(space.paths.agentsFile, 'utf8')
  await writeFile(space.paths.agentsFile, `${whole}\n  broken: [\n`)
  await expect(removeModule(space.paths, 'datacore-campaigns')).rejects.toMatchObject({ code: 'REGISTRY_YAML_INVALID' })
  expect(await readFile(prompt, 'utf8')).toBe('A change of my own.')
  await writeFile(space.paths.agentsFile, whole)
  expect(await removeModule(space.paths, 'datacore-campaigns')).toMatchObject({ removed: 'datacore-campaigns' })
  expect(await syncModules(space.paths)).toEqual(nothing)
})

test('refuses files that are not those that were installed, and puts back what somebody took out of the registry', async () => {
  await using space = await withCampaigns()
  const yaml = join(place(space), 'module.yaml')
  await writeFile(yaml, (await readFile(yaml, 'utf8')).replace('Plans a campaign', 'Plans every campaign'))
  expect(await verifyModules(space.paths)).toMatchObject([
    { path: place(space), error: { code: 'MODULE_INTEGRITY_CHANGED' } },
  ])
  expect(await syncModules(space.paths)).toMatchObject({
    ...nothing,
    broken: [{ path: place(space), error: { code: 'MODULE_INTEGRITY_CHANGED' } }],
  })
  expect((await readRegistry(space.paths)).agents.get('campaign-planner')?.entry.description).not.toContain('every')
  await writeFile(yaml, (await readFile(yaml, 'utf8')).replace('Plans every campaign', 'Plans a campaign'))
  expect(await verifyModules(space.paths)).toEqual([])
  await writeFile(space.paths.agentsFile, 'agents: {}\n')
  expect(await syncModules(space.paths, { dryRun: true })).toEqual({ ...nothing, changed: ['datacore-campaigns'] })
  expect((await readRegistry(space.paths)).agents.size).toBe(0)
  expect(await syncModules(space.paths)).toEqual({ ...nothing, changed: ['datacore-campaigns'] })
  expect((await readRegistry(space.paths)).agents.size).toBe(2)
})

const written = {
  performance: { total_executions: 3, success_rate: 1 },
  erc8004: { agentId: 7, chainRegistrations: [{ chainId: '8453', identityRegistry: '0x8004', agentId: 7 }] },
  payment: { protocol: 'x402', currency: 'USDC', pricing: { default: '0.01' } },
} satisfies Partial<AgentEntry>

async function writeIntoPlanner({ paths }: TemporarySpace): Promise<void> {
  await updateRegistry(paths, (editor) => {
    const entry = editor.get('campaign-planner')
    if (entry !== undefined) editor.setAgent('campaign-planner', { ...entry, ...written })
  })
}

test('what others wrote into the entry of an agent of a module is no change of the module and stays', async () => {
  await using space = await withCampaigns()
  await writeIntoPlanner(space)
  const before = await snapshot(space.paths.root)
  expect(await syncModules(space.paths)).toEqual(nothing)
  await using plan = await planModuleInstall(space.paths, join(space.elsewhere, 'm'))
  expect(await installModule(space.paths, plan, { userDirectory: space.userDirectory })).toMatchObject({
    changed: false,
  })
  expect(await snapshot(space.paths.root)).toEqual(before)
})

test('an update keeps what others wrote into an entry, and drops what its files no longer give', async () => {
  await using space = await withCampaigns()
  const module = join(space.elsewhere, 'm')
  const yaml = String(campaigns['module.yaml'])
  const update = async (text: string): Promise<AgentEntry | undefined> => {
    await writeFile(join(module, 'module.yaml'), text)
    await using plan = await planModuleInstall(space.paths, module)
    await installModule(space.paths, plan, { userDirectory: space.userDirectory })
    return (await readRegistry(space.paths)).agents.get('campaign-planner')?.entry
  }
  const name = '      name: Campaign Planner\n'
  await update(yaml.replace(name, `${name}      virtuals: {token: "1"}\n      spawns: [campaign-reporter]\n`))
  await writeIntoPlanner(space)
  const updated = await update(yaml.replace('Plans a campaign', 'Plans every campaign'))
  expect(updated).toMatchObject({ ...written, description: expect.stringContaining('every') })
  expect(updated).not.toHaveProperty('virtuals')
  expect(updated).not.toHaveProperty('spawns')
})

test('sets a bad folder aside and keeps what is known of it', async () => {
  await using space = await withCampaigns()
  await writeFile(join(place(space), 'module.yaml'), 'name: [')
  await writeFiles(join(space.paths.modulesDirectory, 'hook-journal'), { ...journal, 'package.json': '{}' })
  await writeFiles(join(space.paths.modulesDirectory, 'other'), {
    'module.yaml': 'name: another\nversion: 1.0.0\ndescription: x\n',
  })
  await symlink(space.elsewhere, join(space.paths.modulesDirectory, 'linked'))
  await mkdir(join(space.paths.modulesDirectory, 'empty'))
  const { broken, ...rest } = await syncModules(space.paths)
  expect(rest).toEqual({ added: [], removed: [], changed: [] })
  expect(
    broken.map(({ path, error }) => `${path.slice(space.paths.modulesDirectory.length + 1)} ${error.code}`).sort(),
  ).toEqual([
    'datacore-campaigns PLUGIN_MANIFEST_INVALID',
    'empty MODULE_CONTENT_REFUSED',
    'hook-journal MODULE_CONTENT_REFUSED',
    'linked MODULE_CONTENT_REFUSED',
    'other MODULE_CONTENT_REFUSED',
  ])
  expect((await readRegistry(space.paths)).agents.size).toBe(2)
})

test('refuses a folder whose ids are taken', async () => {
  await using space = await withCampaigns()
  const yaml =
    'name: rival\nversion: 1.0.0\ndescription: x\nprovides: {agents: {campaign-planner: {name: A, description: B}}}\n'
  await writeFiles(join(space.paths.modulesDirectory, 'rival'), { 'module.yaml': yaml })
  expect((await syncModules(space.paths)).broken).toMatchObject([
    { path: expect.stringMatching(/rival$/), error: { code: 'MODULE_ID_CLASH' } },
  ])
})

test('finishes a removal that was interrupted', async () => {
  await using space = await withCampaigns()
  // The state between the rename, which decides, and the files that follow.
  const staging = join(space.paths.modulesDirectory, '.staging-0011223344556677')
  await mkdir(staging)

  await rename(place(space), join(staging, 'old'))
  expect(await syncModules(space.paths)).toEqual({ ...nothing, removed: ['datacore-campaigns'] })
  expect(await snapshot(space.paths.modulesDirectory)).toEqual({})
})

test('gives back the old files if what was staged is damaged', async () => {
  await using space = await withCampaigns()
  const staging = join(space.paths.modulesDirectory, '.staging-0011223344556677')
  const entry = {
    name: 'datacore-campaigns',
    integrity: 'sha512-x',
    origin: { kind: 'folder', spec: 'x' },
    installedAt: 'x',
  }
  await writeFiles(staging, { 'install.json': JSON.stringify(entry), 'module/module.yaml': 'half' })

  await rename(place(space), join(staging, 'old'))
  expect(await syncModules(space.paths)).toEqual(nothing)
  expect(await verifyModules(space.paths)).toEqual([])
  // A journal that is no journal is rubbish.
  await writeFiles(staging, { 'install.json': '{"name":"../../x"}', 'module/module.yaml': 'half' })
  expect(await syncModules(space.paths)).toEqual(nothing)
})

test('a removed module can be installed again', async () => {
  await using space = await withCampaigns()
  await removeModule(space.paths, 'datacore-campaigns')
  await appendFile(join(space.elsewhere, 'm', 'agents', 'planner.md'), 'More.\n')
  await using plan = await planModuleInstall(space.paths, join(space.elsewhere, 'm'))
  expect([plan.alreadyInstalled, plan.upgradeFrom]).toEqual([false, undefined])
  expect(await installModule(space.paths, plan, { userDirectory: space.userDirectory })).toMatchObject({
    changed: true,
  })
})
