import { cp, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readRegistry } from '@datacortex/registry'
import { installInProcess, killedInstalls } from '../__fixtures__/install-process.ts'
import { type TemporarySpace, campaigns, temporarySpace, writeFiles } from '../__fixtures__/temporary-space.ts'
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

const upgrades = [
  ['commit', '1.2.0'],
  ['swap', '1.3.0'],
  ['registry', '1.3.0'],
] as const

/** One process that is killed in the end, and what a kill at any of its steps would have left. */
type Killed = { readonly space: TemporarySpace; readonly leftAt: (step: string) => string }

async function killed(steps: readonly string[], old?: typeof campaigns): Promise<Killed> {
  const space = await temporarySpace()
  if (old !== undefined) await installed(space, await writeFiles(join(space.elsewhere, 'old'), old))
  const folder = await writeFiles(join(space.elsewhere, 'm'), old === undefined ? campaigns : newer)
  const { signal, leftAt } = await killedInstalls(space, folder, steps)
  expect(signal).toBe('SIGKILL')
  return { space, leftAt }
}

/** Puts the space back as it was at a step. */
async function backAt(step: string, { space, leftAt }: Killed): Promise<TemporarySpace> {
  const base = dirname(space.paths.root)
  await rm(base, { recursive: true })
  await cp(leftAt(step), base, { recursive: true })
  return space
}

async function installed({ paths, userDirectory }: TemporarySpace, folder: string): Promise<unknown> {
  await using plan = await planModuleInstall(paths, folder)
  return await installModule(paths, plan, { userDirectory })
}

let first: Killed
let upgrade: Killed
beforeAll(async () => {
  first = await killed(outcomes.map(([step]) => step))
  upgrade = await killed(
    upgrades.map(([step]) => step),
    campaigns,
  )
})
afterAll(async () => {
  for (const { space, leftAt } of [first, upgrade]) {
    for (const [step] of [...outcomes, ...upgrades]) await rm(leftAt(step), { recursive: true, force: true })
    await space[Symbol.asyncDispose]()
  }
})

test.each(outcomes)(
  'a kill before the step %s leaves nothing or, later, all of a module',
  async (killAt, isFinished) => {
    await using whole = await temporarySpace()
    const none = await stateOf(whole)
    const space = await backAt(killAt, first)
    expect(await syncModules(space.paths)).toEqual({
      added: isFinished ? ['datacore-campaigns'] : [],
      removed: [],
      changed: [],
      broken: [],
    })
    await installed(whole, await writeFiles(join(whole.elsewhere, 'm'), campaigns))
    expect(await stateOf(space)).toEqual(isFinished ? await stateOf(whole) : none)
    expect(await verifyModules(space.paths)).toEqual([])
  },
)

test.each(upgrades)('a kill before the step %s of an upgrade leaves version %s as a whole', async (killAt, version) => {
  await using whole = await temporarySpace()
  const space = await backAt(killAt, upgrade)
  // Any later change recovers, not only the one made for it.
  const expected = join(space.elsewhere, version === '1.2.0' ? 'old' : 'm')
  expect(await installed(space, expected)).toMatchObject({ changed: false })
  await installed(whole, expected)
  expect(await stateOf(space)).toEqual(await stateOf(whole))
  expect(await stateOf(space)).toMatchObject({ lock: version })
  expect(await verifyModules(space.paths)).toEqual([])
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
