import { execFile } from 'node:child_process'
import { chmod, chown, lstat, mkdir, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { asOrdinaryUser } from '../__fixtures__/as-user.ts'
import { eventLoopTurns, exitOf, firstOutput, startScript } from '../__fixtures__/run-script.ts'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { readTextFile } from './read-text-file.ts'
import { removeTemporaryFiles } from './remove-temporary-files.ts'
import { walkFiles } from './walk-files.ts'
import { writeFileAtomically } from './write-file-atomically.ts'

const source = JSON.stringify(new URL('./write-file-atomically.ts', import.meta.url).href)
const sizeBytes = 2_000_000
const kills = process.env['LONG'] === undefined ? 4 : 24

const writeForEver = (file: string): string => `
  const { writeFileAtomically } = await import(${source})
  console.log('started')
  for (let round = 0; ; round += 1)
    await writeFileAtomically(${JSON.stringify(file)}, 'ab'[round % 2].repeat(${sizeBytes}))`

test('a kill at any moment leaves the old or the new content, and leftovers that nobody takes for a file', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'agents.yaml')
  await writeFileAtomically(file, 'a'.repeat(sizeBytes))
  for (let round = 0; round < kills; round += 1) {
    const writer = startScript(writeForEver(file))
    await firstOutput(writer)
    await eventLoopTurns(round * 40)
    writer.kill('SIGKILL')
    await exitOf(writer)
    const text = await readFile(file, 'utf8')
    expect(text.length).toBe(sizeBytes)
    expect(['a', 'b'].map((letter) => letter.repeat(sizeBytes)).includes(text)).toBe(true)
  }
  expect(await Array.fromAsync(walkFiles(folder))).toEqual([{ kind: 'file', path: file, relativePath: 'agents.yaml' }])
  const names = await readdir(folder)
  const removed = await removeTemporaryFiles(folder, { now: Number.MAX_SAFE_INTEGER })
  expect(removed.length).toBe(names.length - 1)
  expect(await readdir(folder)).toEqual(['agents.yaml'])
})

test('makes missing folders and writes text and bytes', async () => {
  const folder = await temporaryFolder()
  await writeFileAtomically(join(folder, 'a', 'b', 'text'), 'zwölf')
  await writeFileAtomically(join(folder, 'bytes'), new Uint8Array([0, 255]))
  expect(await readFile(join(folder, 'a', 'b', 'text'), 'utf8')).toBe('zwölf')
  expect([...(await readFile(join(folder, 'bytes')))]).toEqual([0, 255])
})

test('an existing file keeps its permissions, a new one gets those asked for', async () => {
  const folder = await temporaryFolder()
  const old = join(folder, 'old')
  await writeFile(old, 'old')
  await chmod(old, 0o640)
  await writeFileAtomically(old, 'new', { mode: 0o600 })
  await writeFileAtomically(join(folder, 'secret'), 'new', { mode: 0o600 })
  expect((await stat(old)).mode & 0o777).toBe(0o640)
  expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600)
})

test('a link that leads nowhere is neither empty nor replaced', async () => {
  const folder = await temporaryFolder()
  const link = join(folder, 'link')
  await symlink('unmounted/real', link)
  expect(await readTextFile(link)).toEqual({ ok: false, code: 'ELOOP', reason: 'it is a link that leads nowhere' })
  await expect(writeFileAtomically(link, 'new')).rejects.toMatchObject({
    code: 'PLATFORM_FILE_UNWRITABLE',
    message: expect.stringContaining('it is a link that leads nowhere'),
  })
  expect((await lstat(link)).isSymbolicLink()).toBe(true)
  await writeFileAtomically(link, 'new', { replacesLink: true })
  expect(await readFile(link, 'utf8')).toBe('new')
})

test('writes through a symbolic link', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'real'), 'old')
  await symlink('real', join(folder, 'link'))
  await writeFileAtomically(join(folder, 'link'), 'new')
  expect(await readFile(join(folder, 'real'), 'utf8')).toBe('new')
  expect((await lstat(join(folder, 'link'))).isSymbolicLink()).toBe(true)
})

test('writers at the same time: one of them wins as a whole', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'file')
  const texts = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(300_000))
  await Promise.all(texts.map(async (text) => await writeFileAtomically(file, text)))
  expect(texts).toContain(await readFile(file, 'utf8'))
  expect(await readdir(folder)).toEqual(['file'])
})

test('a name of the greatest length in a wide script works', async () => {
  const file = join(await temporaryFolder(), '漢'.repeat(85))
  await writeFileAtomically(file, 'x')
  expect(await readFile(file, 'utf8')).toBe('x')
})

test('a folder without write permission: coded error, target unchanged, nothing left', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'file'), 'old')
  await chmod(folder, 0o555)
  const attempt = asOrdinaryUser(async () => await writeFileAtomically(join(folder, 'file'), 'new'))
  await expect(attempt).rejects.toMatchObject({
    code: 'PLATFORM_FILE_UNWRITABLE',
    message: `${folder}/file can't be written: permission denied. It is as it was before.`,
  })
  expect(await readFile(join(folder, 'file'), 'utf8')).toBe('old')
  expect(await readdir(folder)).toEqual(['file'])
})

test('a path below a file and a folder as target are coded errors', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'file'), 'old')
  await mkdir(join(folder, 'folder'))
  const below = writeFileAtomically(join(folder, 'file', 'x'), 'new')
  await expect(below).rejects.toMatchObject({
    message: expect.stringContaining('a file of that name is in the way'),
    hint: 'Move the file that is in the way, or name another folder.',
  })
  await expect(writeFileAtomically(join(folder, 'folder'), 'new')).rejects.toThrow('it is a folder')
  expect((await readdir(folder)).sort()).toEqual(['file', 'folder'])
})

test('a limit on the size of files, met half-way like a full disk: old content, nothing left', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'file')
  await writeFile(file, 'old')
  const code = `
    const { writeFileAtomically } = await import(${source})
    process.on('SIGXFSZ', () => {})
    const error = await writeFileAtomically(${JSON.stringify(file)}, 'x'.repeat(3_000_000)).catch((thrown) => thrown)
    process.stdout.write(String(error?.code))`
  // ulimit counts in blocks of 512 or 1,024 bytes: the first part fits either way, the whole doesn't.
  const { stdout } = await promisify(execFile)('sh', [
    '-c',
    'ulimit -f 1000; exec "$@"',
    'sh',
    process.execPath,
    '--conditions=@datacortex/source',
    '--input-type=module',
    '-e',
    code,
  ])
  expect(stdout).toBe('PLATFORM_FILE_UNWRITABLE')
  expect(await readFile(file, 'utf8')).toBe('old')
  expect(await readdir(folder)).toEqual(['file'])
})

test('a file that can be made again is replaced as a whole too, and its folder is made', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'below', 'card.json')
  await writeFileAtomically(file, 'one', { isRebuildable: true })
  await writeFileAtomically(file, 'two', { isRebuildable: true })
  expect([await readFile(file, 'utf8'), await readdir(join(folder, 'below'))]).toEqual(['two', ['card.json']])
})

test('who may not give a file to its owner still leaves it to its group', async ({ skip }) => {
  skip(process.geteuid?.() !== 0, 'only root may make files of somebody else')
  const folder = await temporaryFolder()
  const file = join(folder, 'file')
  await writeFile(file, 'old')
  await chmod(folder, 0o777)
  const [group, groups] = [4242, process.getgroups?.() ?? []]
  process.setgroups?.([group])
  onTestFinished(() => process.setgroups?.(groups))
  await chown(file, 12_345, group)
  await chmod(file, 0o664)
  await asOrdinaryUser(async () => await writeFileAtomically(file, 'new'))
  const { gid, mode } = await stat(file)
  expect([gid, mode & 0o777]).toEqual([group, 0o664])
})
