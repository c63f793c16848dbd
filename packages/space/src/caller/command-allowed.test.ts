import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { workSpace } from '../__fixtures__/work-space.ts'
import { allowSpace } from '../trust/allow-space.ts'
import { isCommandAllowed } from './command-allowed.ts'

test('a command whose script changed waits for another yes, and where nobody can be asked that is an error', async () => {
  const own = { plugin: 'runner-command', command: ['node', 'bin/judge.js'] }
  const { paths, work } = await workSpace({ settings: { runners: { judge: own } } })
  vi.stubEnv('DATACORTEX_CONFIG_DIR', join(paths.root, '.user'))
  const script = join(paths.root, 'bin/judge.js')
  await mkdir(join(paths.root, 'bin'))
  await writeFile(script, '// one')
  await allowSpace.run(work, { names: ['runners.judge'], yes: true })
  const { modules } = (await work.catalogue()).modules
  const module = modules.find(({ name }) => name === 'runner-command')
  if (module === undefined) throw new Error('runner-command is not there')
  const { plugin: _, ...settings } = own
  const asked = { at: 'runners.judge', module, settings }
  expect(await isCommandAllowed(work, asked)).toBe(true)
  await writeFile(script, '// two')
  await expect(isCommandAllowed(work, asked)).rejects.toMatchObject({
    code: 'MODULE_COMMAND_NOT_APPROVED',
    message: expect.stringContaining('it is not as you approved it'),
    hint: expect.stringContaining('Since you approved it: file bin/judge.js changed.'),
  })
})
