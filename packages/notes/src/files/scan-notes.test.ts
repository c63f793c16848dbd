import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asOrdinaryUser } from '../__fixtures__/as-user.ts'
import { temporaryNotes } from '../__fixtures__/temporary-notes.ts'
import { LinkResolver } from '../links/link-resolver.ts'
import { readNote } from './read-note.ts'
import { type ScanNotesOptions, isAwaited, scanNotes } from './scan-notes.ts'

async function scan(paths: Parameters<typeof scanNotes>[0], options?: ScanNotesOptions) {
  const entries = await Array.fromAsync(scanNotes(paths, options))
  return {
    entries,
    files: entries.filter((entry) => entry.kind === 'file').map(({ path }) => path),
    skipped: entries.flatMap((entry) => (entry.kind === 'skipped' ? [[entry.path, entry.reason]] : [])),
  }
}

test('Markdown and org files, in order, without hidden and foreign folders', async () => {
  const paths = await temporaryNotes({
    'b.md': '',
    'a/c.MD': '',
    'a/d.markdown': '',
    'org/inbox.org': '',
    'x.txt': '',
    'y.png': '',
    '.datacore/agents/agent.md': '',
    '.obsidian/x.md': '',
    '.hidden.md': '',
    'a/node_modules/p/README.md': '',
    'drafts/x.md': '',
    'a/old/x.md': '',
  })
  expect((await scan(paths)).files).toEqual([
    'b.md',
    'a/c.MD',
    'a/d.markdown',
    'a/old/x.md',
    'drafts/x.md',
    'org/inbox.org',
  ])
  expect(await scan(paths, { ignore: ['drafts', 'a/old/'] })).toMatchObject({
    files: ['b.md', 'a/c.MD', 'a/d.markdown', 'org/inbox.org'],
    skipped: [],
  })
})

test('names with every legal character are found, read and linked', async () => {
  const names = [
    '-rf',
    'new\nline',
    'quote"\'`',
    'back\\slash',
    '#[x](y)|^',
    'emoji 🐝',
    'ünï 日本',
    '  spaces  ',
    '%20',
    '*?<>:',
  ]
  const paths = await temporaryNotes(Object.fromEntries(names.map((name) => [`${name}.md`, `# ${name}`])))
  const { entries, files } = await scan(paths)
  expect(new Set(files)).toEqual(new Set(names.map((name) => `${name}.md`)))
  const read = entries.filter((entry) => entry.kind === 'file').map(async (entry) => (await readNote(entry)).path)
  expect(await Promise.all(read)).toEqual(files)
  const resolver = new LinkResolver(files.map((path) => ({ path })))
  for (const target of ['-rf', 'emoji 🐝', 'ÜNÏ 日本', '%20', 'back\\slash'])
    expect(resolver.resolve('x.md', { target, syntax: 'wiki' })).toBeDefined()
})

test('names in decomposed Unicode are given composed; of two such files one is reported', async ({ skip }) => {
  const paths = await temporaryNotes({
    'Cafe\u0301/Menu\u0308.md': 'decomposed',
    'a/Men\u00fc.md': '1',
    'a/Menu\u0308.md': '2',
  })
  skip((await readdir(join(paths.root, 'a'))).length < 2, 'this disk takes both forms of Unicode for one name')
  const { entries, files, skipped } = await scan(paths)
  expect(files).toEqual(
    ['Caf\u00e9/Men\u00fc.md'.replace('Men\u00fc', 'Menü'.normalize('NFC')), 'a/Menü.md'.normalize('NFC')].sort(),
  )
  expect(skipped).toMatchObject([['a/Menü.md'.normalize('NFC'), expect.stringContaining('Unicode')]])
  const decomposed = entries.find(({ path }) => path.startsWith('Caf'))
  expect(decomposed?.kind === 'file' && (await readNote(decomposed)).chunks[0]?.text).toBe('decomposed')
})

test('symbolic links, cycles of them and pipes are reported and not followed', async () => {
  const outside = await temporaryNotes({ 'secret.md': 'secret' })
  const paths = await temporaryNotes({ 'a/x.md': 'x' })
  await symlink(join(outside.root, 'secret.md'), join(paths.root, 'a/link.md'))
  await symlink(outside.root, join(paths.root, 'out'))
  await symlink('..', join(paths.root, 'a/cycle'))
  execFileSync('mkfifo', [join(paths.root, 'pipe.md')])
  const { files, skipped } = await scan(paths)
  expect(files).toEqual(['a/x.md'])
  expect(skipped.toSorted(([a = ''], [b = '']) => a.localeCompare(b))).toEqual([
    ['a/cycle', 'a symbolic link, which is not followed'],
    ['a/link.md', 'a symbolic link, which is not followed'],
    ['out', 'a symbolic link, which is not followed'],
    ['pipe.md', 'not a regular file'],
  ])
})

test('a root that is a symbolic link is entered, one that is gone is reported', async () => {
  const paths = await temporaryNotes({ 'x.md': '' })
  const link = `${paths.root}-link`
  await symlink(paths.root, link)
  expect((await scan({ ...paths, root: link })).files).toEqual(['x.md'])
  await rm(link)
  expect((await scan({ ...paths, root: link })).skipped).toEqual([['', 'it does not exist']])
})

test('a folder that may not be read is reported', async () => {
  const paths = await temporaryNotes({ 'a/x.md': '', 'b.md': '' })
  const { files, skipped } = await asOrdinaryUser(paths.root, async () => {
    await chmod(join(paths.root, 'a'), 0)
    const scanned = await scan(paths)
    await chmod(join(paths.root, 'a'), 0o755)
    return scanned
  })
  expect(files).toEqual(['b.md'])
  expect(skipped).toEqual([['a', 'permission denied']])
})

test('folders nested deeper than any vault are reported, not followed for ever', async () => {
  const paths = await temporaryNotes({ 'x.md': '' })
  const deep = join(paths.root, ...Array.from({ length: 103 }, () => 'd'))
  await mkdir(deep, { recursive: true })
  await writeFile(join(deep, 'lost.md'), '')
  expect((await scan(paths)).skipped).toMatchObject([[expect.any(String), 'nested too deep']])
})

test('what another process takes away after it was listed is not told', async () => {
  const notes = Array.from({ length: 40 }, (_, index) => `many/${index}.md`)
  const paths = await temporaryNotes({
    'a.md': '',
    ...Object.fromEntries(notes.map((note) => [note, ''])),
    'z/b.md': '',
  })
  const found: unknown[] = []
  const removals: Promise<void>[] = []
  for await (const entry of scanNotes(paths)) {
    found.push(entry)
    await rm(join(paths.root, 'z'), { recursive: true, force: true })
    // Not waited for: some are taken away between the listing and the look.
    if (found.length === 1) removals.push(...notes.map((note) => rm(join(paths.root, note))))
  }
  await Promise.all(removals)
  expect(found).not.toContainEqual(expect.objectContaining({ kind: 'skipped' }))
})

test('a name that is not UTF-8 is reported', async () => {
  const paths = await temporaryNotes({ 'x.md': 'x' })
  const name = Buffer.from([0xff, 0x2e, 0x6d, 0x64])
  await rename(join(paths.root, 'x.md'), Buffer.concat([Buffer.from(`${paths.root}/`), name]))
  expect((await scan(paths)).skipped).toEqual([['\uFFFD.md', 'its name is not valid UTF-8']])
})

test('an abort ends it', async () => {
  const paths = await temporaryNotes({ 'x.md': '' })
  await expect(scan(paths, { signal: AbortSignal.abort() })).rejects.toThrow('aborted')
})

test.each([
  [{ size: 9, blocks: 0 }, 'darwin', true],
  [{ size: 9, blocks: 8 }, 'darwin', false],
  [{ size: 0, blocks: 0 }, 'darwin', false],
  [{ size: 9, blocks: 0 }, 'linux', false],
] as const)('whether the content of %j is in the cloud alone on %s: %j', (found, platform, is) => {
  expect(isAwaited(found, platform)).toBe(is)
})
