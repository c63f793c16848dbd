import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { type Disk, localDisk } from '../files/disk.ts'
import { caseBlindDisk } from '../__fixtures__/simulated-disks.ts'
import { spelledOnDisk } from './spelled-on-disk.ts'

const written = 'NOTES/übung.MD'.normalize('NFC')
const there = 'notes/Übung.md'.normalize('NFD')

async function spaceWith(path: string): Promise<string> {
  const root = await temporaryFolder()
  await mkdir(join(root, 'notes'))
  await writeFile(join(root, path), '')
  return root
}

test('a path has the case and the form of the disk that takes both for one', async () => {
  const root = await spaceWith(there)
  const disk = caseBlindDisk()
  expect(await spelledOnDisk(root, written, disk)).toBe(there)
  expect(await spelledOnDisk(root, there, disk)).toBe(there)
  expect(await spelledOnDisk(root, 'Notes/none.md', disk)).toBe('notes/none.md')
})

test('of two files in two cases each keeps its own, and no folder is listed', async ({ skip }) => {
  const root = await spaceWith('notes/a.md')
  await writeFile(join(root, 'notes/A.md'), 'other', { flag: 'wx' }).catch(() => skip('the disk tells no cases apart'))
  const listed: string[] = []
  const readdir: Disk['readdir'] = async (path) => {
    listed.push(path)
    return await localDisk.readdir(path)
  }
  for (const path of ['notes/a.md', 'notes/A.md', 'notes/b.md', 'Notes/a.md'])
    expect(await spelledOnDisk(root, path, { ...localDisk, readdir })).toBe(path)
  expect(listed).toEqual([])
})
