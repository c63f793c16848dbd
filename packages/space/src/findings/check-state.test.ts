import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spacePaths } from '@datacortex/platform'
import { expect, onTestFinished, test } from 'vitest'
import { checkState } from './check-state.ts'

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'check-state-'))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}

test('names links that lead out of the space, at any depth, and no others', async () => {
  const [root, outside] = [await folder(), await folder()]
  const { stateDirectory, ...paths } = spacePaths(root)
  expect(await checkState({ ...paths, stateDirectory })).toEqual([])
  await mkdir(join(stateDirectory, 'runs'), { recursive: true })
  await writeFile(join(root, 'log.yaml'), '')
  await symlink(join(root, 'log.yaml'), join(stateDirectory, 'execution_log.yaml'))
  await symlink(outside, join(stateDirectory, 'outputs'))
  await symlink(join(outside, 'gone'), join(stateDirectory, 'runs/a.json'))
  expect(await checkState({ ...paths, stateDirectory })).toMatchObject([
    {
      code: 'STATE_LEADS_OUT',
      subject: '.datacore/state/outputs',
      message: expect.stringContaining('out of the space'),
    },
    { code: 'STATE_LEADS_OUT', subject: '.datacore/state/runs/a.json', message: expect.stringContaining('nowhere') },
  ])
})

test('a state that lies elsewhere as a whole is named once', async () => {
  const [root, outside] = [await folder(), await folder()]
  await mkdir(join(root, '.datacore'))
  await mkdir(join(outside, 'runs'))
  await symlink(outside, join(root, '.datacore/state'))
  expect(await checkState(spacePaths(root))).toMatchObject([{ subject: '.datacore/state' }])
})
