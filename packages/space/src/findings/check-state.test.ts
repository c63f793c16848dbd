import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownPaths, spacePaths } from '@datacortex/platform'
import { expect, onTestFinished, test } from 'vitest'
import { checkState } from './check-state.ts'

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'check-state-'))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}

test('names links in the state and the cache, at any depth', async () => {
  const [root, outside] = [await folder(), await folder()]
  const { stateDirectory, ...paths } = ownPaths(spacePaths(root))
  expect(checkState({ ...paths, stateDirectory })).toEqual([])
  await mkdir(join(stateDirectory, 'runs'), { recursive: true })
  await writeFile(join(root, 'log.yaml'), '')
  await symlink(join(root, 'log.yaml'), join(stateDirectory, 'execution_log.yaml'))
  await symlink(outside, join(stateDirectory, 'outputs'))
  await symlink(join(outside, 'gone'), join(stateDirectory, 'runs/a.json'))
  await mkdir(paths.cacheDirectory)
  await symlink(outside, join(paths.cacheDirectory, 'find'))
  const found = checkState({ ...paths, stateDirectory })
  expect(found.toSorted((one, other) => (one.subject < other.subject ? -1 : 1))).toMatchObject([
    { code: 'STATE_LEADS_OUT', subject: '.datacore/cache/find', message: expect.stringContaining('a symbolic link') },
    { code: 'STATE_LEADS_OUT', subject: '.datacore/state/execution_log.yaml' },
    { code: 'STATE_LEADS_OUT', subject: '.datacore/state/outputs' },
    { code: 'STATE_LEADS_OUT', subject: '.datacore/state/runs/a.json' },
  ])
})

test('a state that lies elsewhere as a whole is named once', async () => {
  const [root, outside] = [await folder(), await folder()]
  await mkdir(join(root, '.datacore'))
  await mkdir(join(outside, 'runs'))
  await symlink(outside, join(root, '.datacore/state'))
  expect(checkState(ownPaths(spacePaths(root)))).toMatchObject([{ subject: '.datacore/state' }])
})
