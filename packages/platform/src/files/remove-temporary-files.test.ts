import { link, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { removeTemporaryFiles } from './remove-temporary-files.ts'
import { removeStaleTemporaries } from './remove-stale-temporaries.ts'
import { isTemporaryName, temporaryName } from './temporary-name.ts'

const id = '0b6f5ad8-6d3c-4c55-9a0e-2f1a34f0c111'

test('removes old temporary files and nothing else', async () => {
  const folder = await temporaryFolder()
  const old = temporaryName('old', id)
  const young = temporaryName('young', id)
  for (const name of [old, young, 'note.tmp', '.hidden']) await writeFile(join(folder, name), '')
  for (const name of [old, 'note.tmp', '.hidden']) await utimes(join(folder, name), 1, 1)
  await utimes(join(folder, young), 9_999, 9_999)
  expect(await removeTemporaryFiles(folder, { now: 10_000_000 })).toEqual([join(folder, old)])
  expect((await readdir(folder)).sort()).toEqual([young, '.hidden', 'note.tmp'].sort())
})

test('a young one whose writer was killed between putting the file in its place and removing this name goes at once', async () => {
  const folder = await temporaryFolder()
  const [placed, half] = [temporaryName('a.md', id), temporaryName('b.md', id)]
  for (const name of [placed, half]) await writeFile(join(folder, name), 'x')
  await link(join(folder, placed), join(folder, 'a.md'))
  expect(await removeTemporaryFiles(folder, { now: 0 })).toEqual([join(folder, placed)])
  expect((await readdir(folder)).toSorted()).toEqual([half, 'a.md'].toSorted())
})

test('an absent folder is empty', async () => {
  expect(await removeTemporaryFiles(join(await temporaryFolder(), 'absent'), { now: 0 })).toEqual([])
})

test('a file in place of the folder is an error', async () => {
  const file = join(await temporaryFolder(), 'file')
  await writeFile(file, '')
  await expect(removeTemporaryFiles(file, { now: 0 })).rejects.toThrow('ENOTDIR')
})

test.each(['x.tmp', '.x.tmp', `x.${id}.tmp`, `.x.${id}`])('%s is not a temporary name', (name) => {
  expect(isTemporaryName(name)).toBe(false)
})

test('under its lock, whatever writers of one file left goes at once', async () => {
  const folder = await temporaryFolder()
  for (const name of [temporaryName('a.json', id), temporaryName('b.json', id), '.a.json.notes.tmp', 'a.json'])
    await writeFile(join(folder, name), '')
  await removeStaleTemporaries(join(folder, 'a.json'))
  expect((await readdir(folder)).sort()).toEqual(['.a.json.notes.tmp', temporaryName('b.json', id), 'a.json'].sort())
})
