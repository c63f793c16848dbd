import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { programToStart } from './program-path.ts'

/** Of what ends the test. */
const system = '/usr/bin:/bin'

/** A folder of programs, in a space or not. */
async function withProgram({ isSpace }: { isSpace: boolean }): Promise<string> {
  const root = await temporaryFolder()
  const file = join(root, 'node_modules/.bin/git')
  await mkdir(dirname(file), { recursive: true })
  if (isSpace) await mkdir(join(root, '.datacore'))
  await writeFile(file, '#!/bin/sh\necho evil\n')
  await chmod(file, 0o755)
  return file
}

test('a program is started from where PATH leads to, and nothing but its name is known of one that is not there', async () => {
  const file = await withProgram({ isSpace: false })
  vi.stubEnv('PATH', `${dirname(file)}:${system}`)
  expect(await programToStart('git')).toBe(file)
  expect(await programToStart('no-such-program')).toBe('no-such-program')
})

test.each(['.', 'bin', ''])('no program is started while PATH has the relative entry %j', async (entry) => {
  const file = await withProgram({ isSpace: false })
  for (const path of [`${entry}:${dirname(file)}:${system}`, `${dirname(file)}:${system}:${entry}`]) {
    vi.stubEnv('PATH', path)
    await expect(programToStart('git')).rejects.toMatchObject({ code: 'PLATFORM_PROGRAM_REFUSED' })
  }
})

test('no program of a space is started by its name, but for one below home where that is a space', async () => {
  const file = await withProgram({ isSpace: true })
  vi.stubEnv('PATH', `${dirname(file)}:${system}`)
  const refused = { code: 'PLATFORM_PROGRAM_REFUSED', message: expect.stringContaining(dirname(file)) as unknown }
  await expect(programToStart('git')).rejects.toMatchObject(refused)
  vi.stubEnv('HOME', join(dirname(file), '../..'))
  expect(await programToStart('git')).toBe(file)
})
