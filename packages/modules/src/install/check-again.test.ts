import { getEventListeners } from 'node:events'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { examineCatalogue } from '../doctor/examine-catalogue.ts'
import { type TemporarySpace, campaigns, temporarySpace, writeFiles } from '../__fixtures__/temporary-space.ts'
import { discoverModules } from '../discover/discover-modules.ts'
import { checkModuleTrust } from '../trust/check-module-trust.ts'
import { installModule } from './install-module.ts'
import { checkAgain, withModulesLock } from './modules-lock.ts'
import { planModuleInstall } from './plan-module-install.ts'
import { unregisterModule } from './register-module.ts'
import { verifyModule } from './verify-module.ts'

const name = 'datacore-campaigns'

async function withCampaigns(): Promise<TemporarySpace> {
  const space = await temporarySpace()
  await using plan = await planModuleInstall(space.paths, await writeFiles(join(space.elsewhere, 'm'), campaigns))
  await installModule(space.paths, plan, { userDirectory: space.userDirectory })
  return space
}

/** Resolves once somebody waits for the lock: it then listens whether it is to stop. */
async function waits({ signal }: AbortController): Promise<void> {
  await expect.poll(() => getEventListeners(signal, 'abort').length).toBeGreaterThan(0)
}

test('what seems wrong is looked at once more, and only that', async () => {
  await using space = await temporarySpace()
  const looks: number[] = []
  const look = async (): Promise<number> => await Promise.resolve(looks.push(looks.length))
  expect(await checkAgain(space.paths, look, { seemsWrong: () => false })).toBe(1)
  expect(await checkAgain(space.paths, look, { seemsWrong: (seen) => seen === 2 })).toBe(3)
  const bug = async (): Promise<number> => await Promise.reject(new Error(`bug ${looks.push(0)}`))
  await expect(checkAgain(space.paths, bug, { seemsWrong: () => false })).rejects.toThrow('bug 4')
})

test('where nobody can lock, the first look stands', async () => {
  await using space = await temporarySpace()
  // A file where the folder of the locks would be.
  await writeFile(space.paths.stateDirectory, '')
  let looks = 0
  expect(await checkAgain(space.paths, async () => Promise.resolve((looks += 1)), { seemsWrong: () => true })).toBe(1)
})

test('where another process holds the lock for longer, the first look stands', async () => {
  await using space = await temporarySpace()
  let looks = 0
  const look = async (): Promise<number> => await Promise.resolve((looks += 1))
  const options = { seemsWrong: () => true, timeoutMs: 20 }
  const seen = await withModulesLock(space.paths, async () => [await checkAgain(space.paths, look, options)])
  expect(seen).toEqual([1])
})

test('it waits for ten seconds', async () => {
  await using space = await temporarySpace()
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.stubEnv('DATACORTEX_PATIENCE', '')
  const stop = new AbortController()
  const asks = vi.spyOn(stop.signal, 'throwIfAborted')
  // Not by `expect.poll`, which moves a fake clock on.
  const triesAgain = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let times = 0
    asks.mockImplementation(() => ((times += 1) === 3 ? resolve() : undefined))
    await promise
  }
  let isWaiting = true
  await withModulesLock(space.paths, async () => {
    const options = { seemsWrong: () => true, signal: stop.signal }
    const looking = checkAgain(space.paths, async () => await Promise.resolve(1), options).then((seen) => {
      isWaiting = false
      return seen
    })
    await triesAgain()
    vi.advanceTimersByTime(9999)
    await triesAgain()
    expect(isWaiting).toBe(true)
    vi.advanceTimersByTime(1)
    expect(await looking).toBe(1)
  })
})

test('a module that is replaced in this moment is not one that somebody changed', async () => {
  await using space = await withCampaigns()
  const { modulesDirectory } = space.paths
  const verified = await withModulesLock(space.paths, async () => {
    await rename(join(modulesDirectory, name), join(modulesDirectory, '.staging-0'))
    const stop = new AbortController()
    const settled = Promise.allSettled([verifyModule(space.paths, name, { signal: stop.signal })])
    await waits(stop)
    await rename(join(modulesDirectory, '.staging-0'), join(modulesDirectory, name))
    return { settled }
  })
  expect(await verified.settled).toMatchObject([{ status: 'fulfilled', value: { version: '1.2.0' } }])
})

test('who waits to look again at code before it runs can stop that', async () => {
  await using space = await withCampaigns()
  const { modules } = await discoverModules(space.paths)
  const module = modules.find((one) => one.name === name)
  if (module === undefined) throw new Error('not discovered')
  const { modulesDirectory } = space.paths
  await withModulesLock(space.paths, async () => {
    await rename(join(modulesDirectory, name), join(modulesDirectory, '.staging-0'))
    const stop = new AbortController()
    const options = { paths: space.paths, userDirectory: space.userDirectory, signal: stop.signal }
    const trust = checkModuleTrust(module, options).then(
      () => 'trusted',
      (error: unknown) => error,
    )
    await waits(stop)
    stop.abort('stopped')
    expect(await trust).toBe('stopped')
  })
})

test('an examination during the removal of a module finds nothing wrong', async () => {
  await using space = await withCampaigns()
  const { modulesDirectory } = space.paths
  const examined = await withModulesLock(space.paths, async () => {
    await rename(join(modulesDirectory, name), join(modulesDirectory, '.staging-0'))
    const stop = new AbortController()
    const examination = examineCatalogue(space.paths, { signal: stop.signal })
    await waits(stop)
    await unregisterModule(space.paths, name)
    return { examination }
  })
  const { findings } = await examined.examination
  expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([])
})
