import { chmod, cp, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { scanNotes } from '@datacortex/notes'
import { asOrdinaryUser } from '@datacortex/notes/fixtures'
import { caseBlindDisk } from '@datacortex/platform/simulated-disks'
import { createHashEmbedder } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { found, noteSpace, openIndex, writeNote } from './__fixtures__/note-space.ts'
import { examineNoteIndex } from './examine-note-index.ts'
import { verifyGone } from './note-deletions.ts'
import { updateNoteIndex } from './update-note-index.ts'

test('stops when many notes are gone at once, and does what it is told', async () => {
  const notes = Array.from({ length: 20 }, (_, n) => [`old/n${n}.md`, `walrus ${n}`] as const)
  const paths = await noteSpace({ ...Object.fromEntries(notes), 'stays.md': 'seal' })
  const embedder = createHashEmbedder()
  await updateNoteIndex(paths, { embedder })
  await rename(join(paths.root, 'old'), join(paths.root, '.unmounted'))
  await expect(updateNoteIndex(paths, { embedder })).rejects.toMatchObject({
    code: 'MEMORY_MANY_NOTES_GONE',
    details: { gone: 20, total: 21 },
    message: expect.stringMatching(/^20 of 21 notes are gone, among them "old\/n0\.md"/) as string,
    hint: expect.stringContaining('--yes') as string,
  })
  const index = await openIndex(paths)
  expect(await found(index, 'walrus')).toHaveLength(20)
  const asked: number[][] = []
  const refuse = (...counts: number[]): Promise<boolean> => Promise.resolve(asked.push(counts) === 0)
  await writeNote(paths, 'new.md', 'seal again')
  const kept = await updateNoteIndex(paths, { embedder, confirmDeletion: refuse })
  expect(asked).toEqual([[20, 21]])
  expect(kept).toMatchObject({ added: 1, removed: 0, findings: [{ code: 'MEMORY_MANY_NOTES_GONE' }] })
  expect(await found(index, 'walrus')).toHaveLength(20)
  const gone = await updateNoteIndex(paths, { embedder, confirmDeletion: () => Promise.resolve(true) })
  expect(gone).toMatchObject({ removed: 20 })
  expect(await found(index, 'walrus')).toEqual([])
})

test('a renamed folder is no loss, and few notes may go', async () => {
  const notes = Array.from({ length: 20 }, (_, n) => [`old/n${n}.md`, `walrus ${n}`] as const)
  const paths = await noteSpace(Object.fromEntries(notes))
  const embedder = createHashEmbedder()
  await updateNoteIndex(paths, { embedder })
  await rename(join(paths.root, 'old'), join(paths.root, 'new'))
  expect(await updateNoteIndex(paths, { embedder })).toMatchObject({ added: 20, removed: 20, embedded: 0 })
  await Promise.all([0, 1, 2, 3].map(async (n) => await rm(join(paths.root, `new/n${n}.md`))))
  expect(await updateNoteIndex(paths, { embedder })).toMatchObject({ removed: 4, unchanged: 16 })
})

test('nothing of a folder that can not be read is deleted', async () => {
  const paths = await noteSpace({ 'open/a.md': 'walrus', 'locked/b.md': 'walrus', 'c.md': 'walrus' })
  const embedder = createHashEmbedder()
  await asOrdinaryUser(paths.root, async () => {
    await updateNoteIndex(paths, { embedder })
    await chmod(join(paths.root, 'locked'), 0)
    await rm(join(paths.root, 'open/a.md'))
    const update = await updateNoteIndex(paths, { embedder })
    await chmod(join(paths.root, 'locked'), 0o755)
    expect(update).toMatchObject({ removed: 1, skipped: [{ path: 'locked', reason: 'permission denied' }] })
  })
  expect(await found(await openIndex(paths), 'walrus')).toEqual(expect.arrayContaining(['locked/b.md', 'c.md']))
})

test('a note that can not be read keeps its rows', async () => {
  const paths = await noteSpace({ 'a.md': 'walrus', 'b.md': 'seal' })
  const embedder = createHashEmbedder()
  await asOrdinaryUser(paths.root, async () => {
    await updateNoteIndex(paths, { embedder })
    await writeNote(paths, 'a.md', 'otters and other things')
    await chmod(join(paths.root, 'a.md'), 0)
    const update = await updateNoteIndex(paths, { embedder })
    expect(update).toMatchObject({ removed: 0, skipped: [{ path: 'a.md', reason: 'permission denied' }] })
  })
  expect(await found(await openIndex(paths), 'walrus')).toEqual(['a.md'])
})

test('an absent root deletes nothing', async () => {
  const paths = await noteSpace({ 'a.md': 'walrus', 'b.md': 'walrus' })
  await updateNoteIndex(paths, { embedder: createHashEmbedder() })
  const gone = `${paths.root}-gone`
  await cp(paths.datacore, join(gone, '.datacore'), { recursive: true })
  const elsewhere = { ...paths, root: join(gone, 'not-mounted'), cacheDirectory: join(gone, '.datacore/cache') }
  const update = await updateNoteIndex(elsewhere, { embedder: createHashEmbedder() })
  expect(update).toMatchObject({ removed: 0, unchanged: 0, skipped: [{ path: '' }] })
  expect(await found(await openIndex(elsewhere), 'walrus')).toHaveLength(2)
  await rm(gone, { recursive: true })
})

test('what became a symbolic link goes from the index like deleted notes, also if its files were just changed', async () => {
  const outside = await noteSpace({ 'old/n.md': 'walrus' })
  const paths = await noteSpace({ 'folder/deep/a.md': 'walrus', 'b.md': 'walrus', 'c.md': 'walrus' })
  const embedder = createHashEmbedder()
  await updateNoteIndex(paths, { embedder })
  await rename(join(paths.root, 'folder'), join(outside.root, 'folder'))
  await symlink(join(outside.root, 'folder'), join(paths.root, 'folder'))
  await writeFile(join(outside.root, 'folder/deep/a.md'), 'walrus of today')
  await rename(join(paths.root, 'b.md'), join(outside.root, 'b.md'))
  await symlink(join(outside.root, 'b.md'), join(paths.root, 'b.md'))
  expect(await examineNoteIndex(paths)).toMatchObject({ state: 'stale', removed: 2 })
  const update = await updateNoteIndex(paths, { embedder })
  const reason = 'a symbolic link, which is not followed'
  expect(update).toMatchObject({ removed: 2, unchanged: 1 })
  expect(update.skipped).toEqual([
    { path: 'folder', reason },
    { path: 'b.md', reason },
  ])
  expect(await found(await openIndex(paths), 'walrus')).toEqual(['c.md'])
  expect((await examineNoteIndex(paths)).state).toBe('fresh')
})

test('many notes behind a new symbolic link are asked about; those that only moved within the space are not', async () => {
  const notes = Array.from({ length: 20 }, (_, n) => [`old/n${n}.md`, `walrus ${n}`] as const)
  const paths = await noteSpace({ ...Object.fromEntries(notes), 'stays.md': 'seal' })
  const embedder = createHashEmbedder()
  await updateNoteIndex(paths, { embedder })
  const outside = await noteSpace()
  await rename(join(paths.root, 'old'), join(outside.root, 'old'))
  await symlink(join(outside.root, 'old'), join(paths.root, 'old'))
  await expect(updateNoteIndex(paths, { embedder })).rejects.toMatchObject({ code: 'MEMORY_MANY_NOTES_GONE' })
  await mkdir(join(paths.root, 'new'))
  await rename(join(outside.root, 'old'), join(paths.root, 'new/old'))
  await rm(join(paths.root, 'old'))
  await symlink('new/old', join(paths.root, 'old'))
  expect(await updateNoteIndex(paths, { embedder })).toMatchObject({ added: 20, removed: 20, embedded: 0 })
})

test('a note that became a folder, and a symbolic link to nowhere', async () => {
  const paths = await noteSpace({ 'a.md': 'walrus', 'b.md': 'seal' })
  const embedder = createHashEmbedder()
  await updateNoteIndex(paths, { embedder })
  await rm(join(paths.root, 'a.md'))
  await writeNote(paths, 'a.md/inside.md', 'walrus inside')
  await symlink(join(paths.root, 'nowhere'), join(paths.root, 'dangling.md'))
  const update = await updateNoteIndex(paths, { embedder })
  expect(update).toMatchObject({ added: 1, removed: 1 })
  expect(await found(await openIndex(paths), 'walrus')).toEqual(['a.md/inside.md'])
})

test('a note whose name changed in case alone has gone from its old name also where that still leads to it', async () => {
  const paths = await noteSpace({ 'bee.md': 'walrus', 'b.md': 'seal' })
  await rename(join(paths.root, 'bee.md'), join(paths.root, 'Bee.md'))
  const scanned = await Array.fromAsync(scanNotes(paths))
  const found = scanned.filter((entry) => entry.kind === 'file')
  const verify = async (gone: string) =>
    await verifyGone([gone], { paths, scannedAtMs: 0, found, disk: caseBlindDisk() })
  expect(await verify('bee.md')).toEqual({ gone: ['bee.md'], skipped: [] })
  // It came since, and is another one.
  await writeNote(paths, 'wasp.md', 'otter')
  expect(await verify('wasp.md')).toEqual({ gone: [], skipped: [] })
})
