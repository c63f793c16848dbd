import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readRegistry } from '../../file/read/read-registry.ts'
import { installInProcess } from '../__fixtures__/install-process.ts'
import type { TemporarySpace } from '../__fixtures__/temporary-space.ts'
import { campaigns, temporarySpace, writeFiles } from '../__fixtures__/temporary-space.ts'
import { installModule } from './install-module.ts'
import { planModuleInstall } from './plan-module-install.ts'
import { syncModules } from './sync-modules.ts'
import { verifyModules } from './verify-module.ts'

/** What the space knows of the module: nothing, or in every file the same version. */
async function stateOf({ paths }: TemporarySpace): Promise<unknown> {
  const lock: unknown = parse(await readFile(paths.modulesLockFile, 'utf8').catch(() => 'modules: {}'))
  const sources: unknown = parse(await readFile(paths.sourcesFile, 'utf8').catch(() => 'sources: {}'))
  const { agents } = await readRegistry(paths)
  return {
    folders: await readdir(paths.modulesDirectory).catch(() => []),
    lock: JSON.stringify(lock).match(/"version":"([^"]*)"/)?.[1],
    agents: [...agents].map(([id, { entry }]) => `${id} ${entry.description}`),
    sources: JSON.stringify(sources),
  }
}

const next = String(campaigns['module.yaml'])
  .replace('1.2.0', '1.3.0')
  .replace('Plans a campaign', 'Plans every campaign')
const newer = { ...campaigns, 'module.yaml': next }

// Before the journal is written nothing is decided; from then on the installation is finished by the next command.
const outcomes = [
  ['stage', false],
  ['commit', false],
  ['swap', true],
  ['lock', true],
  ['registry', true],
  ['sources', true],
  ['clear', true],
] as const

test.each(outcomes)(
  'a kill before the step %s leaves nothing or, later, all of a module',
  async (killAt, isFinished) => {
    await using whole = await temporarySpace()
    await using space = await temporarySpace()
    const folder = await writeFiles(join(space.elsewhere, 'm'), campaigns)
    const none = await stateOf(space)
    const { signal } = await installInProcess(space, [folder], { killAt })
    expect(signal).toBe('SIGKILL')
    expect(await syncModules(space.paths)).toEqual({
      added: isFinished ? ['datacore-campaigns'] : [],
      removed: [],
      changed: [],
      broken: [],
    })
    const { userDirectory } = whole
    await using plan = await planModuleInstall(whole.paths, await writeFiles(join(whole.elsewhere, 'm'), campaigns))
    await installModule(whole.paths, plan, { userDirectory })
    expect(await stateOf(space)).toEqual(isFinished ? await stateOf(whole) : none)
    expect(await verifyModules(space.paths)).toEqual([])
  },
)

const upgrades = [
  ['commit', '1.2.0'],
  ['swap', '1.3.0'],
  ['registry', '1.3.0'],
] as const

test.each(upgrades)('a kill before the step %s of an upgrade leaves version %s as a whole', async (killAt, version) => {
  await using space = await temporarySpace()
  await using whole = await temporarySpace()
  const { paths, userDirectory } = space
  const old = await writeFiles(join(space.elsewhere, 'old'), campaigns)
  await using first = await planModuleInstall(paths, old)
  await installModule(paths, first, { userDirectory })
  const folder = await writeFiles(join(space.elsewhere, 'new'), newer)
  const { signal } = await installInProcess(space, [folder], { killAt })
  expect(signal).toBe('SIGKILL')
  // Any later change recovers, not only the one made for it.
  const expected = version === '1.2.0' ? old : folder
  await using again = await planModuleInstall(paths, expected)
  expect(await installModule(paths, again, { userDirectory })).toMatchObject({ changed: false })
  await using clean = await planModuleInstall(whole.paths, expected)
  await installModule(whole.paths, clean, { userDirectory })
  expect(await stateOf(space)).toEqual(await stateOf(whole))
  expect(await stateOf(space)).toMatchObject({ lock: version })
  expect(await verifyModules(paths)).toEqual([])
})

test('two processes that install at once both succeed', async () => {
  await using space = await temporarySpace()
  const one = await writeFiles(join(space.elsewhere, 'one'), campaigns)
  const yaml =
    'name: other\nversion: 1.0.0\ndescription: Other\nprovides: {agents: {other-agent: {name: O, description: Other}}}\n'
  const two = await writeFiles(join(space.elsewhere, 'two'), { 'module.yaml': yaml })
  const outcomes = await Promise.all([one, two, one].map((folder) => installInProcess(space, [folder])))
  expect(outcomes.map(({ stderr }) => stderr)).toEqual(['', '', ''])
  expect((await readRegistry(space.paths)).agents.size).toBe(3)
  expect(await readdir(space.paths.modulesDirectory)).toEqual(['datacore-campaigns', 'other'])
})
