import { execFileSync } from 'node:child_process'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type HeaderData, Header } from 'tar'
import { expect, test } from 'vitest'
import { campaigns, temporarySpace, writeFiles } from '../__fixtures__/temporary-space.ts'
import { moduleIntegrity } from '../contents/module-files.ts'
import { readModuleArchive, readModuleFolder } from './read-module-files.ts'

const refused = (problem: string | RegExp): unknown =>
  expect.objectContaining({ code: 'MODULE_CONTENT_REFUSED', message: expect.stringMatching(problem) })

/** A tar file of entries that the tar program itself would not make. */
function archive(entries: readonly (HeaderData & { readonly content?: string })[]): Buffer {
  const blocks = entries.flatMap(({ content = '', ...data }) => {
    const header = new Header({
      mode: 0o644,
      size: Buffer.byteLength(content),
      type: 'File',
      mtime: new Date(0),
      ...data,
    })
    const block = Buffer.alloc(512)
    header.encode(block)
    const body = Buffer.alloc(Math.ceil(Buffer.byteLength(content) / 512) * 512)
    body.write(content)
    return [block, body]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]))
}

test('reads what tar packed, with and without a top folder, as the same module', async () => {
  await using space = await temporarySpace()
  const folder = await writeFiles(join(space.elsewhere, 'campaigns'), campaigns)
  const expected = moduleIntegrity(await readModuleFolder(folder))
  const flat = join(space.elsewhere, 'flat.tgz')
  const nested = join(space.elsewhere, 'nested.tar.gz')
  execFileSync('tar', ['-czf', flat, '-C', folder, '.'])
  execFileSync('tar', ['-czf', nested, '-C', space.elsewhere, 'campaigns'])
  expect(moduleIntegrity(await readModuleArchive(flat))).toBe(expected)
  expect(moduleIntegrity(await readModuleArchive(nested))).toBe(expected)
})

test('refuses a symbolic link that tar packed', async () => {
  await using space = await temporarySpace()
  const folder = await writeFiles(join(space.elsewhere, 'campaigns'), campaigns)
  await symlink('/etc/passwd', join(folder, 'agents', 'secret.md'))
  execFileSync('tar', ['-czf', join(space.elsewhere, 'x.tgz'), '-C', folder, '.'])
  await expect(readModuleArchive(join(space.elsewhere, 'x.tgz'))).rejects.toThrowError(refused(/secret\.md" is a link/))
})

const manifest = { path: 'module.yaml', content: 'name: x\n' }

test.each([
  ['a path upward', { path: '../../evil.md', content: 'x' }, /leaves the module/],
  ['an absolute path', { path: '/etc/evil', content: 'x' }, /leaves the module/],
  ['a hidden path upward', { path: 'agents/../../evil', content: 'x' }, /leaves the module/],
  ['a backslash', { path: 'agents\\..\\evil', content: 'x' }, /character that is not allowed/],
  ['a hard link', { path: 'evil', type: 'Link' as const, linkpath: 'module.yaml' }, /is a link/],
  ['a device', { path: 'evil', type: 'CharacterDevice' as const }, /not a regular file \(CharacterDevice\)/],
  ['a pipe', { path: 'evil', type: 'FIFO' as const }, /not a regular file \(FIFO\)/],
  ['a name twice', manifest, /in it twice/],
  ['a name twice in another case', { path: 'MODULE.yaml', content: 'x' }, /one file on some systems/],
  ['a name that Windows keeps', { path: 'agents/con.md', content: 'x' }, /reserved name/],
])('refuses %s', async (_what, entry, problem) => {
  await using space = await temporarySpace()
  const file = join(space.elsewhere, 'x.tgz')
  await writeFile(file, archive([manifest, entry]))
  await expect(readModuleArchive(file)).rejects.toThrowError(refused(problem))
})

test('refuses a bomb before it fills the memory', async () => {
  await using space = await temporarySpace()
  const file = join(space.elsewhere, 'bomb.tgz')
  await writeFile(file, archive([manifest, { path: 'zeros', content: '0'.repeat(30_000_000) }]))
  await expect(readModuleArchive(file)).rejects.toThrowError(refused(/unpacks to more than \d+ bytes/))
})

test('refuses too many files, too many bytes and what is no tar file', async () => {
  await using space = await temporarySpace()
  const file = join(space.elsewhere, 'x.tgz')
  await writeFile(file, archive([manifest, { path: 'a', content: 'a' }, { path: 'b', content: 'b' }]))
  await expect(readModuleArchive(file, { limits: { maxFiles: 2, maxBytes: 1000 } })).rejects.toThrowError(
    refused(/more than 2 files/),
  )
  await expect(readModuleArchive(file, { limits: { maxFiles: 9, maxBytes: 5 } })).rejects.toThrowError(
    refused(/larger than/),
  )
  for (const content of [
    'no archive',
    gzipSync('no tar'),
    gzipSync(archive([manifest])),
    gzipSync(Buffer.alloc(2000)),
  ]) {
    await writeFile(file, content)
    await expect(readModuleArchive(file)).rejects.toThrowError(refused(/not a gzipped tar file/))
  }
  await expect(readModuleArchive(join(space.elsewhere, 'none.tgz'))).rejects.toThrowError(refused(/does not exist/))
})

test('refuses an archive that ends in the middle of a file', async () => {
  await using space = await temporarySpace()
  const file = join(space.elsewhere, 'cut.tgz')
  const header = Buffer.alloc(512)
  new Header({ path: 'module.yaml', size: 5000, type: 'File', mode: 0o644, mtime: new Date(0) }).encode(header)
  await writeFile(file, gzipSync(Buffer.concat([header, Buffer.from('name: x')])))
  await expect(readModuleArchive(file)).rejects.toThrowError(refused(/Truncated|truncated/))
})
