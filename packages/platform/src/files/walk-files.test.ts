import { execFile } from 'node:child_process'
import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { asOrdinaryUser } from '../__fixtures__/as-user.ts'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { type WalkOptions, walkFiles } from './walk-files.ts'

async function folderWith(files: readonly string[]): Promise<string> {
  const folder = await temporaryFolder()
  for (const file of files) {
    await mkdir(join(folder, file, '..'), { recursive: true })
    await writeFile(join(folder, file), '')
  }
  return folder
}

/** Each entry as one line: the path, and the reason if it was skipped. */
async function walked(folder: string, options: WalkOptions = {}): Promise<readonly string[]> {
  const entries = await Array.fromAsync(walkFiles(folder, options))
  return entries.map((entry) =>
    entry.kind === 'file' ? entry.relativePath : `${entry.path.slice(folder.length + 1)}: ${entry.reason}`,
  )
}

test('gives files in the order of names, whatever order they were made in', async () => {
  const folder = await folderWith(['b/z.md', 'c.md', 'b/a.md', 'a.md'])
  expect(await walked(folder)).toEqual(['a.md', 'b/a.md', 'b/z.md', 'c.md'])
})

test('a single file gives itself', async () => {
  const folder = await folderWith(['a.md'])
  const path = join(folder, 'a.md')
  expect(await Array.fromAsync(walkFiles(path))).toEqual([{ kind: 'file', path, relativePath: 'a.md' }])
})

test('an absent start is skipped with the reason', async () => {
  const path = join(await temporaryFolder(), 'absent')
  expect(await Array.fromAsync(walkFiles(path))).toEqual([{ kind: 'skipped', path, reason: 'it does not exist' }])
})

test('what another process takes away after it was listed is not told', async () => {
  const folder = await folderWith(['a.md', 'b.md', 'c/d.md', 'e.md'])
  const found: string[] = []
  for await (const entry of walkFiles(folder)) {
    found.push(entry.path.slice(folder.length + 1))
    for (const name of ['b.md', 'c']) await rm(join(folder, name), { recursive: true, force: true })
  }
  expect(found).toEqual(['a.md', 'e.md'])
})

test('ignored names are passed over at any depth', async () => {
  const folder = await folderWith(['node_modules/x.md', 'a/node_modules/x.md', 'a/b.md'])
  expect(await walked(folder, { ignore: ['node_modules'] })).toEqual(['a/b.md'])
})

test('cycles of symbolic links end', async () => {
  const folder = await folderWith(['a/file.md'])
  await symlink('..', join(folder, 'a', 'up'))
  await symlink('loop', join(folder, 'loop'))
  expect(await walked(folder)).toEqual([
    'a/file.md',
    'a/up: the same folder as one that was read already, by a symbolic link',
    'loop: too many symbolic links',
  ])
})

test('a link to a folder is followed, a dangling one is reported', async () => {
  const elsewhere = await folderWith(['x.md'])
  const folder = await temporaryFolder()
  await symlink(elsewhere, join(folder, 'link'))
  await symlink('absent', join(folder, 'dangling'))
  expect(await walked(folder)).toEqual(['dangling: it does not exist', 'link/x.md'])
})

test('a folder without read permission is reported and the rest is given', async () => {
  const folder = await folderWith(['a/x.md', 'b.md'])
  await chmod(join(folder, 'a'), 0)
  expect(await asOrdinaryUser(async () => await walked(folder))).toEqual(['a: permission denied', 'b.md'])
})

test('names with spaces, line ends, quotes, other scripts and invalid bytes', async () => {
  const folder = await folderWith([' a b ', "it's\n.md", 'Ünïcode 漢字.md', '-rf'])
  await writeFile(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff])]), '')
  expect(await walked(folder)).toEqual([
    ' a b ',
    '-rf',
    "it's\n.md",
    'Ünïcode 漢字.md',
    '\ufffd: its name is no UTF-8, so rename it',
  ])
})

test('deeper than the limit is reported', async () => {
  const folder = await folderWith(['1/2/3/x.md', '1/2/y.md'])
  expect(await walked(folder, { maxDepth: 2 })).toEqual(['1/2/3: nested too deep', '1/2/y.md'])
  const deep = await folderWith([`${'d/'.repeat(40)}x.md`])
  expect(await walked(deep)).toEqual([`${'d/'.repeat(33).slice(0, -1)}: nested too deep`])
})

test('pipes are reported, not waited for', async () => {
  const folder = await folderWith(['a.md'])
  await promisify(execFile)('mkfifo', [join(folder, 'pipe')])
  expect(await walked(folder)).toEqual(['a.md', 'pipe: not a regular file'])
})

test('a signal stops it between two files', async () => {
  const folder = await folderWith(['a.md', 'b.md', 'c.md'])
  const controller = new AbortController()
  const seen: string[] = []
  const walk = async (): Promise<void> => {
    for await (const entry of walkFiles(folder, { signal: controller.signal })) {
      seen.push(entry.path)
      controller.abort(new Error('enough'))
    }
  }
  await expect(walk()).rejects.toThrow('enough')
  expect(seen).toEqual([join(folder, 'a.md')])
})

test('what holds secrets is neither entered nor given, also behind a link and as the start', async () => {
  const outside = await folderWith(['.ssh/config', '.aws/credentials', 'plain.md'])
  const folder = await folderWith(['a.md', '.env', '.git/config', '.gnupg/x', 'server.pem'])
  await symlink(join(outside, '.ssh'), join(folder, 'keys'))
  await symlink(join(outside, '.aws/credentials'), join(folder, 'note.md'))
  await symlink(join(outside, 'plain.md'), join(folder, 'plain.md'))
  const secret = 'it holds secrets, which are never loaded'
  expect(await walked(folder)).toEqual([
    `.env: ${secret}`,
    '.git: it belongs to git, not to the space',
    `.gnupg: ${secret}`,
    'a.md',
    `keys: ${secret}`,
    `note.md: ${secret}`,
    'plain.md',
    `server.pem: ${secret}`,
  ])
  for (const path of [join(outside, '.ssh'), join(outside, '.ssh/config'), join(folder, 'keys')])
    expect(await Array.fromAsync(walkFiles(path))).toEqual([{ kind: 'skipped', path, reason: secret, isSecret: true }])
})
