import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { appendLines } from './append-lines.ts'

test('makes file and folder, adds lines, and closes one that was left unfinished', async () => {
  const file = join(await temporaryFolder(), 'below', 'lines.jsonl')
  await appendLines(file, [])
  expect(await readFile(file, 'utf8')).toBe('')
  await appendLines(file, ['1', '2'])
  await appendLines(file, ['3'])
  expect(await readFile(file, 'utf8')).toBe('1\n2\n3\n')
  await writeFile(file, '1\n{"a":')
  await appendLines(file, [])
  expect(await readFile(file, 'utf8')).toBe('1\n{"a":')
  await appendLines(file, ['2'])
  expect(await readFile(file, 'utf8')).toBe('1\n{"a":\n2\n')
})

test('what can not be written is named', async () => {
  const file = join(await temporaryFolder(), 'folder')
  await mkdir(file)
  await expect(appendLines(file, ['1'])).rejects.toMatchObject({ code: 'PLATFORM_FILE_UNWRITABLE', details: { file } })
})
