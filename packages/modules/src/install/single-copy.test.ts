import { appendFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type TemporarySpace, campaigns, temporarySpace, writeFiles } from '../__fixtures__/temporary-space.ts'
import { installModule } from './install-module.ts'
import { singleCopyReason } from './verify-module.ts'
import { planModuleInstall } from './plan-module-install.ts'
import { syncModules } from './sync-modules.ts'

const name = 'datacore-campaigns'

async function plan(space: TemporarySpace, more = '') {
  const folder = await writeFiles(join(space.elsewhere, 'module'), campaigns)
  await appendFile(join(folder, 'agents/planner.md'), more)
  return await planModuleInstall(space.paths, folder)
}

test('files that were changed since the installation are lost with it, and with the next version', async () => {
  await using space = await temporarySpace()
  const { paths, userDirectory } = space
  await installModule(paths, await plan(space), { userDirectory })
  expect([await singleCopyReason(paths, name), (await plan(space, 'new')).replacesChanges]).toEqual([undefined, false])
  const installed = join(paths.modulesDirectory, name)
  await appendFile(join(installed, 'agents/planner.md'), 'mine')
  expect(await singleCopyReason(paths, name)).toBe('its files were changed since it was installed')
  expect((await plan(space, 'new')).replacesChanges).toBe(true)
  // The new version says the very same.
  expect((await plan(space, 'mine')).replacesChanges).toBe(false)
  await symlink('planner.md', join(installed, 'agents/link.md'))
  expect(await singleCopyReason(paths, name)).toBe('its files were changed since it was installed')
})

test('a folder that was made here is the only one, before and after it is registered', async () => {
  await using space = await temporarySpace()
  await writeFiles(join(space.paths.modulesDirectory, name), campaigns)
  expect(await singleCopyReason(space.paths, name)).toBe('it was never installed from anywhere else')
  await syncModules(space.paths)
  expect(await singleCopyReason(space.paths, name)).toBe('it was made here, and not installed from anywhere else')
  for (const other of ['nothing', '..', '../modules', ''])
    expect(await singleCopyReason(space.paths, other)).toBeUndefined()
})
