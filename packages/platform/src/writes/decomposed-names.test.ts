import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { undoWrites } from './undo-writes.ts'
import { createWritesBroker } from './writes-broker.ts'

const grants = ['Bücher/**']
// As macOS writes them.
const folder = 'Bücher'.normalize('NFD')
const file = 'Größe.md'.normalize('NFD')
const path = 'Bücher/Größe.md'.normalize('NFC')

async function spaceWith(names: readonly string[]): Promise<string> {
  const root = await temporaryFolder()
  await mkdir(join(root, folder))
  for (const name of names) await writeFile(join(root, folder, name), 'old')
  return root
}

test('a file and a folder in the decomposed form are those that are meant, also for undo', async () => {
  const root = await spaceWith([file])
  const broker = createWritesBroker({ root, grants, run: 'run' })
  expect(await broker.write({ path, text: 'new' })).toMatchObject({ path, status: 'changed' })
  expect(await broker.write({ path: 'Bücher/neu.md', text: 'x' })).toMatchObject({ status: 'created' })
  const [names, below] = [await readdir(root), await readdir(join(root, folder))]
  expect([names.filter((name) => !name.startsWith('.')), below.toSorted()]).toEqual([[folder], [file, 'neu.md']])
  expect(await readFile(join(root, folder, file), 'utf8')).toBe('new')
  expect(await undoWrites('run', { root })).toEqual({
    restored: [path],
    removed: ['Bücher/neu.md'],
    kept: [],
    partly: [],
  })
  expect(await readdir(join(root, folder))).toEqual([file])
  expect(await readFile(join(root, folder, file), 'utf8')).toBe('old')
})

test.for<[string, string[]]>([
  ['another case', ['größe.md'.normalize('NFD')]],
  ['two that could be meant', [file, 'größe.md']],
  ['a letter that only looks alike', ['Größe.md'.replace('G', 'Ｇ')]],
])('refused: %s', async ([, names], { skip }) => {
  const root = await spaceWith(names)
  skip((await readdir(join(root, folder))).length < names.length, 'this disk takes both names for one')
  const broker = createWritesBroker({ root, grants })
  await expect(broker.write({ path, text: 'new' })).rejects.toThrow('differs only in its spelling')
  expect((await readdir(join(root, folder))).toSorted()).toEqual([...names].toSorted())
})

test('a link in the decomposed form is followed as little as any other', async () => {
  const [root, outside] = [await spaceWith([]), await temporaryFolder()]
  await writeFile(join(outside, 'file'), 'theirs')
  await symlink(join(outside, 'file'), join(root, folder, file))
  await symlink(outside, join(root, folder, 'Fächer'.normalize('NFD')))
  const broker = createWritesBroker({ root, grants })
  for (const one of [path, 'Bücher/Fächer/a.md'])
    await expect(broker.write({ path: one, text: 'new' })).rejects.toThrow('symbolic link')
  expect([await readdir(outside), await readFile(join(outside, 'file'), 'utf8')]).toEqual([['file'], 'theirs'])
})
