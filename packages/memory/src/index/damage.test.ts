import { chmod, readFile, readdir, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { CodedError } from '@datacortex/errors'
import { asOrdinaryUser } from '@datacortex/notes/fixtures'
import type { SpacePaths } from '@datacortex/platform'
import { createHashEmbedder } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { given, memoryText } from '../memories/__fixtures__/memory-space.ts'
import { found, noteSpace, openIndex, writeNote } from './__fixtures__/note-space.ts'
import { noteIndexPlace } from './open-chunks.ts'
import { updateNoteIndex } from './update-note-index.ts'

const tides = '# Tides\n\nThe moon pulls the sea. See [[Moon]] and [[nowhere]].\n'
const moon = '---\ntags: [space]\n---\n# Moon\n\nA walrus never saw it. #cold\n'

// Every file in `pnpm test:long`; otherwise every fourth one.
const stride = process.env['LONG'] === undefined ? 4 : 1

test('a cache that is deleted or cut off anywhere is made again', async () => {
  const paths = await noteSpace({ 'a.md': tides, 'b.md': moon, 'c.md': 'seals and more' })
  const embedder = createHashEmbedder()
  const { directory, graphFile } = noteIndexPlace(paths)
  const whole = await updateNoteIndex(paths, { embedder })
  expect(whole.added).toBe(3)
  const index = await openIndex(paths)
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const damaged = files.filter((file) => !file.endsWith('.lock')).filter((_, place) => place % stride === 0)
  for (const file of damaged) {
    // A file that an earlier repair replaced is gone.
    await truncate(file, 7).catch(() => undefined)
    // Anyone who searches meanwhile finds less, and doesn't fail.
    await found(index, 'walrus')
    const update = await updateNoteIndex(paths, { embedder })
    expect(update, file).toMatchObject({ pending: 0, removed: 0, skipped: [] })
    expect(await found(index, 'walrus'), file).toEqual(['b.md'])
    expect((await index.graph()).linksFrom('a.md'), file).toEqual([])
    expect((await index.graph()).notes.size, file).toBe(3)
  }
  await rm(directory, { recursive: true })
  expect(await updateNoteIndex(paths, { embedder })).toMatchObject({ added: 3 })
  expect(await found(index, 'walrus')).toEqual(['b.md'])
  expect((await readFile(graphFile, 'utf8')).trimEnd().split('\n')).toHaveLength(1 + 3)
})

test('two notes of one name, odd names, and names that differ by their Unicode form only', async () => {
  const odd = [
    'a#1.md',
    'a#1#0.md',
    "it's.md",
    'x%_.md',
    '__proto__/x.md',
    'new\nline.md',
    '"q\\u"; DROP.md',
    'ünï 🐋.md',
    '-.md',
  ]
  const paths = await noteSpace(Object.fromEntries(odd.map((name) => [name, `walrus in ${odd.indexOf(name)}`])))
  await writeNote(paths, 'one/same.md', 'walrus north')
  await writeNote(paths, 'two/same.md', 'walrus south')
  await writeNote(paths, 'e\u0301.md', 'walrus apart')
  await writeNote(paths, '\u00e9.md', 'walrus joined')
  const embedder = createHashEmbedder()
  const update = await updateNoteIndex(paths, { embedder })
  expect(update.added).toBe(odd.length + 3)
  expect(update.skipped).toHaveLength(1)
  const index = await openIndex(paths)
  expect(new Set(await found(index, 'walrus'))).toEqual(new Set([...odd, 'one/same.md', 'two/same.md', '\u00e9.md']))
  for (const name of odd) await rm(join(paths.root, name))
  expect(await updateNoteIndex(paths, { embedder, confirmDeletion: () => Promise.resolve(true) })).toMatchObject({
    removed: odd.length,
  })
  expect(new Set(await found(index, 'walrus'))).toEqual(new Set(['one/same.md', 'two/same.md', '\u00e9.md']))
})

test('on a read-only disk the update fails with a code, and what was indexed still answers', async () => {
  const paths = await noteSpace({ 'a.md': 'walrus' })
  const embedder = createHashEmbedder()
  await updateNoteIndex(paths, { embedder })
  await asOrdinaryUser(paths.root, async () => {
    await makeReadOnly(paths)
    expect(await updateNoteIndex(paths, { embedder })).toMatchObject({ unchanged: 1 })
    await writeNote(paths, 'new.md', 'narwhal')
    const failure = await updateNoteIndex(paths, { embedder }).catch((error: unknown) => error)
    expect(CodedError.is(failure)).toBe(true)
    expect(failure).toMatchObject({ code: 'PLATFORM_FILE_UNWRITABLE' })
    expect(await found(await openIndex(paths), 'walrus')).toEqual(['a.md'])
  })
})

test('on a read-only disk it is not said that all is done while notes lack their vectors', async () => {
  const paths = await noteSpace({ 'a.md': 'walrus' })
  const embedder = createHashEmbedder()
  const failing = { ...embedder, embed: () => Promise.reject(new Error('the model broke')) }
  await expect(updateNoteIndex(paths, { embedder: failing })).rejects.toThrowError('the model broke')
  await asOrdinaryUser(paths.root, async () => {
    await makeReadOnly(paths)
    const failure: unknown = await updateNoteIndex(paths, { embedder }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'PLATFORM_FILE_UNWRITABLE' })
    expect(await found(await openIndex(paths), 'walrus')).toEqual(['a.md'])
  })
})

test('session memories come back with the notes after the cache was lost, no matter who updates the index', async () => {
  const paths = await noteSpace({ 'a.md': 'walrus' })
  const embedder = createHashEmbedder()
  const options = { embedder, memories: given(memoryText('Narwhals have one tusk.')) }
  await updateNoteIndex(paths, options)
  await rm(noteIndexPlace(paths).directory, { recursive: true })
  expect(await updateNoteIndex(paths, options)).toMatchObject({ added: 1, pending: 0 })
  const index = await openIndex(paths)
  expect(await found(index, 'narwhals')).toEqual([expect.stringMatching(/^memory:mem-/)])
})

/** What lies in a space's own folder can be read only. */
async function makeReadOnly({ datacore }: SpacePaths): Promise<void> {
  const names = await readdir(datacore, { recursive: true })
  for (const place of [datacore, ...names.map((name) => join(datacore, name))])
    await chmod(place, (await stat(place)).isDirectory() ? 0o555 : 0o444)
}
