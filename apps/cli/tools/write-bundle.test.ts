import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeBundle } from './write-bundle.ts'

async function folder(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'write-bundle-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  return join(root, 'bundle')
}

const inode = async (file: string): Promise<number> => (await stat(file)).ino

test('what is right already is not touched, what changed is replaced, what is of no use goes', async () => {
  const target = await folder()
  await writeBundle(
    target,
    new Map([
      ['part-1.js', 'one'],
      ['part-2.js', 'two'],
      ['main.js', 'of both'],
    ]),
  )
  const before = await inode(join(target, 'part-1.js'))
  await writeBundle(
    target,
    new Map([
      ['part-1.js', 'one'],
      ['main.js', 'of one'],
    ]),
  )
  expect((await readdir(target)).sort()).toEqual(['main.js', 'part-1.js'])
  expect(await inode(join(target, 'part-1.js'))).toBe(before)
  expect(await readFile(join(target, 'main.js'), 'utf8')).toBe('of one')
})

test('several builds at once leave a whole bundle, which is there all the time', async () => {
  const target = await folder()
  const files = new Map(Array.from({ length: 20 }, (_, index) => [`part-${index}.js`, `text ${index}`]))
  await writeBundle(target, files)
  const builds = Promise.all(Array.from({ length: 5 }, async () => await writeBundle(target, files)))
  for (const [path, text] of files) expect(await readFile(join(target, path), 'utf8')).toBe(text)
  await builds
  expect((await readdir(target)).length).toBe(files.size)
})
