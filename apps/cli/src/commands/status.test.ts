import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { commandSpace } from '../__fixtures__/command-space.ts'
import { status } from './status.ts'

test('one screen says where the space stands, also where a part can not be read', async () => {
  const settings = { runners: { judge: { plugin: 'runner-command', command: ['tee', 'a'] } } }
  const { context, paths } = await commandSpace({ agents: { cook: {} }, settings })
  vi.stubEnv('DATACORTEX_CONFIG_DIR', join(paths.root, '.user'))
  await writeFile(join(paths.root, 'Tides.md'), '# Tides\n')
  const { lines } = await status(context)
  expect(lines.slice(1)).toEqual([
    expect.stringMatching(/^agents {5}\d+$/),
    'notes      1  (index absent)',
    'trust      1 thing that the space wants may not happen yet: runners.judge',
    'next       datacortex index',
    '           datacortex trust allow',
  ])
  await writeFile(paths.agentsFile, '{')
  expect((await status(context)).lines).toEqual(
    expect.arrayContaining([
      "agents     can't be read",
      expect.stringMatching(/^note {7}/),
      'next       datacortex doctor',
    ]),
  )
})
