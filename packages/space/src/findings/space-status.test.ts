import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { spaceStatus } from './space-status.ts'

test('an empty space wants agents', async () => {
  const { paths, work } = await workSpace()
  expect(await spaceStatus.run(work, {})).toMatchObject({
    root: paths.root,
    notes: 0,
    trusted: true,
    next: ['datacortex import'],
    findings: [],
  })
})

test('notes want the index, commands the word of the user, and removed agents are none', async () => {
  const runners = { judge: { plugin: 'runner-command', command: ['tee', 'a'] } }
  const { paths, work } = await workSpace({ agents: { cook: {}, gone: { removed: true } }, settings: { runners } })
  vi.stubEnv('DATACORTEX_CONFIG_DIR', join(paths.root, '.user'))
  const { agents: before } = await spaceStatus.run((await workSpace()).work, {})
  await mkdir(join(paths.root, '0-personal'), { recursive: true })
  await writeFile(join(paths.root, '0-personal/Tides.md'), '# Tides\n')
  expect(await spaceStatus.run(work, {})).toMatchObject({
    agents: (before ?? 0) + 1,
    notes: 1,
    index: 'absent',
    trusted: false,
    waiting: ['runners.judge'],
    next: ['datacortex index', 'datacortex trust allow'],
  })
})

test('a space without anything to do is asked for an agent; one that can not be read wants the doctor', async () => {
  const { paths, work } = await workSpace({ agents: { cook: {} } })
  expect(await spaceStatus.run(work, {})).toMatchObject({ next: ['datacortex find what you want done'] })
  await mkdir(dirname(paths.agentsFile), { recursive: true })
  await writeFile(paths.agentsFile, '{')
  expect(await spaceStatus.run(work, {})).toMatchObject({
    agents: null,
    trusted: null,
    next: ['datacortex doctor'],
    findings: [{ code: expect.stringMatching(/^REGISTRY_/) }],
  })
})
