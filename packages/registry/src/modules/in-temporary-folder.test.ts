import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { temporarySpace } from './__fixtures__/temporary-space.ts'
import { inTemporaryFolder } from './in-temporary-folder.ts'

test('the folder is gone afterwards, and after a day those of processes that were killed', async () => {
  await using space = await temporarySpace()
  const temporary = join(space.elsewhere, 'tmp')
  const [killed, running, foreign] = ['datacortex-odd-old', 'datacortex-odd-new', 'another-old']
  const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 3600
  for (const name of [killed, running, foreign]) {
    await mkdir(join(temporary, name), { recursive: true })
    await writeFile(join(temporary, name, 'file'), '')
    if (name !== running) await utimes(join(temporary, name), twoDaysAgo, twoDaysAgo)
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
