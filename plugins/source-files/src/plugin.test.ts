import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type StartedSource, startSource, testManifest, testSourcePlugin } from '@datacortex/testkit'
import { afterAll, expect, test } from 'vitest'
import { plugin } from './plugin.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))
const { signal } = new AbortController()
const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

async function folderWith(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'datacortex-files-'))
  folders.push(folder)
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}

async function started(settings: Readonly<Record<string, unknown>>): Promise<StartedSource> {
  return await startSource(plugin, { directory, settings, serve: () => new Response() })
}

const sample = {
  'moon.md': '# The moon\n\nIt pulls.\n\nSo **tides** rise.\n',
  'sub/ports.txt': 'Ports wait for tides.',
  'sub/other.md': '---\ntitle: "Other things"\n---\n\nNothing here.',
  'picture.png': 'tides',
  '.git/config.md': 'tides',
}

testManifest(directory)
testSourcePlugin(plugin, {
  directory,
  settings: async () => ({ folder: await folderWith(sample) }),
  emptyQuery: 'volcanoes',
})

test('texts with a passage, whole, and no address', async () => {
  await using source = await started({ folder: await folderWith(sample) })
  expect(await source.search?.('moon and tides', { signal, limit: 10 })).toEqual({
    documents: [
      { id: 'files:moon.md', title: 'The moon', snippet: 'So **tides** rise.', text: sample['moon.md'], score: 1 },
      {
        id: 'files:sub/ports.txt',
        title: 'ports',
        snippet: 'Ports wait for tides.',
        text: 'Ports wait for tides.',
        score: 0.5,
      },
    ],
  })
  expect((await source.search?.('other', { signal, limit: 1 }))?.documents).toMatchObject([{ title: 'Other things' }])
})

test('what is changed, added and removed counts at the next search', async () => {
  const folder = await folderWith(sample)
  await using source = await started({ folder })
  const found = async (query: string) =>
    (await source.search?.(query, { signal, limit: 10 }))?.documents.map(({ id }) => id).toSorted()
  expect(await found('tides')).toEqual(['files:moon.md', 'files:sub/ports.txt'])
  await writeFile(join(folder, 'moon.md'), '# The sun\n\nVolcanoes.\n')
  await utimes(join(folder, 'moon.md'), 1, 1)
  await rm(join(folder, 'sub/ports.txt'))
  await writeFile(join(folder, 'new.md'), 'New tides')
  expect(await found('tides')).toEqual(['files:new.md'])
  expect(await found('volcanoes')).toEqual(['files:moon.md'])
})

test('searches at the same time give the same', async () => {
  await using source = await started({ folder: await folderWith(sample) })
  const ask = () => source.search?.('tides', { signal, limit: 10 })
  const [first, ...others] = await Promise.all([ask(), ask(), ask()])
  expect(first?.documents).toHaveLength(2)
  for (const other of others) expect(other).toEqual(first)
})

test('one that gives up does not keep others from searching', async () => {
  await using source = await started({ folder: await folderWith(sample) })
  const controller = new AbortController()
  const given = source.search?.('tides', { signal: controller.signal, limit: 10 })
  controller.abort(new Error('given up'))
  const other = source.search?.('tides', { signal, limit: 10 })
  await expect(given).rejects.toThrow('given up')
  expect((await other)?.documents).toHaveLength(2)
})

test('files that are too large, binary or too many are passed over', async () => {
  const folder = await folderWith({
    'a.md': `tides ${'x'.repeat(2000)}`,
    'b.md': new Uint8Array([0, 1, 2]),
    'c.md': 'tides',
    'd.md': 'tides',
  })
  await symlink(folder, join(folder, 'again'))
  await using source = await started({ folder, max_file_bytes: 1000, max_files: 3 })
  const answer = await source.search?.('tides', { signal, limit: 10 })
  expect(answer?.documents.map(({ id }) => id)).toEqual(['files:c.md'])
  expect(source.logged.join()).toMatch(/by a symbolic link.*more files than are searched/s)
})

test('files of other endings are counted, once', async () => {
  const articles = Object.fromEntries(Array.from({ length: 25 }, (_, place) => [`a${place}.HTML`, 'tides']))
  const folder = await folderWith({ ...sample, ...articles, 'sub/b.pdf': 'tides', '.DS_Store': '', LICENCE: 'tides' })
  await using source = await started({ folder })
  for (const query of ['tides', 'moon']) await source.search?.(query, { signal, limit: 10 })
  const reported = source.logged.filter((entry) => entry.includes('not searched'))
  expect(reported).toHaveLength(1)
  expect(reported[0]).toContain('25 .html, 1 .pdf, 1 .png, 1 without a usual ending')
  await writeFile(join(folder, 'c.pdf'), 'tides')
  await source.search?.('tides', { signal, limit: 10 })
  expect(source.logged.filter((entry) => entry.includes('not searched'))).toHaveLength(2)
})

test('nothing found where most files are passed over says so; an empty folder just finds nothing', async () => {
  const folder = await folderWith({ 'a.html': 'tides', 'b.html': 'tides', 'c.docx': 'tides' })
  await using source = await started({ folder })
  const search = async (query: string) => await source.search?.(query, { signal, limit: 5 })
  const passedOver = (searched: number) => ({
    code: 'SOURCE_FILES_PASSED_OVER',
    message: `Nothing was found in the files of "${folder}" that end in .md, .markdown, .txt (${searched}); passed over: 2 .html, 1 .docx.`,
    details: { transient: false },
  })
  await expect(search('tides')).rejects.toMatchObject(passedOver(0))
  await writeFile(join(folder, 'd.md'), 'tides')
  expect((await search('tides'))?.documents).toHaveLength(1)
  await expect(search('volcanoes')).rejects.toMatchObject(passedOver(1))
  await writeFile(join(folder, 'e.md'), 'tides')
  await writeFile(join(folder, 'f.md'), 'tides')
  expect(await search('volcanoes')).toEqual({ documents: [] })
  await using empty = await started({ folder: await folderWith({}) })
  expect(await empty.search?.('tides', { signal, limit: 5 })).toEqual({ documents: [] })
})

test.each([
  ['', 'the settings name none'],
  ['/nowhere/at/all', 'it does not exist'],
])('the folder %j', async (folder, reason) => {
  await using source = await started({ folder })
  await expect(source.search?.('tides', { signal, limit: 5 })).rejects.toMatchObject({
    code: 'SOURCE_FILES_FOLDER_UNREADABLE',
    message: `The folder "${folder}" of the source files can't be read: ${reason}.`,
  })
})

test('a folder is an absolute path', () => {
  const settings = { extensions: ['.md'], max_files: 1, max_file_bytes: 1 }
  const accepted = ['papers', '../papers', '~/papers', '/papers'].filter(
    (folder) => plugin.config?.safeParse({ ...settings, folder }).success,
  )
  expect(accepted).toEqual(['~/papers', '/papers'])
})

test('a folder of secrets is refused with a code, and secrets in a folder are not searched', async () => {
  const folder = await folderWith({
    'moon.md': 'The tides.',
    '.ssh/notes.md': 'tides',
    '.env.md': 'tides',
    'key.md': 'x',
  })
  await symlink(join(folder, '.ssh/notes.md'), join(folder, 'link.md'))
  await using source = await started({ folder })
  const found = await source.search?.('tides', { signal, limit: 10 })
  expect(found?.documents?.map(({ id }) => id)).toEqual(['files:moon.md'])
  await symlink(join(folder, '.ssh'), join(folder, 'notes'))
  for (const place of ['.ssh', 'notes']) {
    await using refused = await started({ folder: join(folder, place) })
    await expect(refused.search?.('tides', { signal, limit: 10 })).rejects.toMatchObject({
      code: 'SOURCE_FILES_FOLDER_UNREADABLE',
      message: expect.stringContaining('it holds secrets'),
    })
  }
})
