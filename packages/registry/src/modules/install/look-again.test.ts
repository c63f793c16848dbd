import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { examineSpace } from '../../doctor/examine-space.ts'
import type { TemporarySpace } from '../__fixtures__/temporary-space.ts'
import { campaigns, temporarySpace, writeFiles } from '../__fixtures__/temporary-space.ts'
import { discoverModules } from '../discover/discover-modules.ts'
import { checkModuleTrust } from '../trust/check-module-trust.ts'
import { installModule } from './install-module.ts'
import { lookAgain } from './look-again.ts'
import { withModulesLock } from './modules-lock.ts'
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

test('what seems wrong is looked at once more, and only that', async () => {
  await using space = await temporarySpace()
  const looks: number[] = []
  const look = async (): Promise<number> => await Promise.resolve(looks.push(looks.length))
  expect(await lookAgain(space.paths, look, { seemsWrong: () => false })).toBe(1)
  expect(await lookAgain(space.paths, look, { seemsWrong: (seen) => seen === 2 })).toBe(3)
  const bug = async (): Promise<number> => await Promise.reject(new Error(`bug ${looks.push(0)}`))
  await expect(lookAgain(space.paths, bug, { seemsWrong: () => false })).rejects.toThrow('bug 4')
})

test('where nobody can lock, the first look stands', async () => {
  await using space = await temporarySpace()
  // A file where the folder of the locks would be.
  await writeFile(space.paths.stateDirectory, '')
  let looks = 0
  expect(await lookAgain(space.paths, async () => Promise.resolve((looks += 1)), { seemsWrong: () => true })).toBe(1)
})

test('where another process holds the lock for longer, the first look stands', async () => {
  await using space = await temporarySpace()
  let looks = 0
  const look = async (): Promise<number> => await Promise.resolve((looks += 1))
  const options = { seemsWrong: () => true, timeoutMs: 20 }
  const seen = await withModulesLock(space.paths, async () => [await lookAgain(space.paths, look, options)])
  expect(seen).toEqual([1])
})

test('a module that is replaced in this moment is not one that somebody changed', async () => {
  await using space = await withCampaigns()
  const { modulesDirectory } = space.paths
  const verified = await withModulesLock(space.paths, async () => {
    await rename(join(modulesDirectory, name), join(modulesDirectory, '.staging-0'))
    const settled = Promise.allSettled([verifyModule(space.paths, name)])
    await sleep(100)
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
    await sleep(50)
    stop.abort('stopped')
    expect(await Promise.race([trust, sleep(1000).then(() => 'still waiting')])).toBe('stopped')
  })
})

test('an examination during the removal of a module finds nothing wrong', async () => {
  await using space = await withCampaigns()
  const { modulesDirectory } = space.paths
  const examined = await withModulesLock(space.paths, async () => {
    await rename(join(modulesDirectory, name), join(modulesDirectory, '.staging-0'))
    const examination = examineSpace(space.paths)
    await sleep(300)
    await unregisterModule(space.paths, name)
    return { examination }
  })
  const { findings } = await examined.examination
  expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([])
})
