import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { inTemporaryFolder } from './in-temporary-folder.ts'

test('the folder is gone afterwards, and after a day those of processes that were killed', async () => {
  const temporary = join(await temporaryFolder(), 'tmp')
  const [killed, running, foreign] = ['datacortex-odd-old', 'datacortex-odd-new', 'another-old']
  const now = Date.UTC(2031, 4, 3) / 1000
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'], now: now * 1000 })
  for (const name of [killed, running, foreign]) {
    await mkdir(join(temporary, name), { recursive: true })
    await writeFile(join(temporary, name, 'file'), '')
    const changedAt = now - (name === running ? 23 : 25) * 3600
    await utimes(join(temporary, name), changedAt, changedAt)
  }
  for (const variable of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(variable, temporary)
  const seen = await inTemporaryFolder('odd', async (directory) => {
    await writeFile(join(directory, 'file'), '')
    return await readdir(temporary)
  })
  expect(seen.filter((name) => !name.startsWith('datacortex-odd-'))).toEqual([foreign])
  expect(seen).toHaveLength(3)
  expect((await readdir(temporary)).toSorted()).toEqual([foreign, running])
})
