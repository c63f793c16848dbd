import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readNoteStore } from '@datacortex/notes'
import { createHashEmbedder } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { openMemory } from '../tiers/open-memory.ts'
import { coldScan } from '../tiers/cold-scan.ts'
import { found, noteSpace, openIndex, writeNote } from './__fixtures__/note-space.ts'
import { examineNoteIndex } from './examine-note-index.ts'
import { updateNoteIndex } from './update-note-index.ts'

const embedder = createHashEmbedder()

test('templates are neither indexed nor found in the files nor shown, and are counted', async () => {
  const paths = await noteSpace({
    'a.md': 'a walrus',
    'Templates/Daily.md': 'a xylophone',
    'Templates/Board.canvas': '{"nodes":[{"type":"text","text":"a xylophone"}]}',
    '.obsidian/templates.json': '{"folder":"Templates"}',
  })
  const leftOut = [{ rule: 'templates of Obsidian: Templates', notes: 2 }]
  expect(await coldScan(paths, 'xylophone')).toMatchObject({ hits: [], scanned: 1 })
  expect(await examineNoteIndex(paths)).toMatchObject({ added: 1, left_out: leftOut })
  expect(await updateNoteIndex(paths, { embedder })).toMatchObject({ added: 1, skipped: [], left_out: leftOut })
  expect(await found(await openIndex(paths), 'xylophone')).toEqual([])
  expect([...(await readNoteStore(paths)).graph.notes.keys()]).toEqual(['a.md'])
})

test('a rule that comes later takes its notes out at once and asks nobody; the others are still asked about', async () => {
  const names = Array.from({ length: 10 }, (_, n) => `Old/${n}.md`)
  const paths = await noteSpace(Object.fromEntries(names.map((name) => [name, `seal ${name}`])))
  await writeNote(paths, 'a.md', 'a walrus')
  await updateNoteIndex(paths, { embedder })
  // Changed in this moment: a file that is gone would wait for the next update.
  await writeFile(join(paths.root, 'Old/0.md'), 'seal again')
  await writeFile(paths.settingsFile, 'index: {ignore: [Old]}\n')
  expect(await examineNoteIndex(paths)).toMatchObject({ state: 'stale', removed: 10 })
  const removed = { removed: 10, unchanged: 1, left_out: [{ rule: 'index.ignore: Old', notes: 10 }] }
  expect(await updateNoteIndex(paths, { embedder })).toMatchObject(removed)
  expect(await found(await openIndex(paths), 'seal')).toEqual([])
  await writeFile(paths.settingsFile, '')
  expect(await updateNoteIndex(paths, { embedder })).toMatchObject({ added: 10, left_out: [] })
  await rm(join(paths.root, 'Old'), { recursive: true })
  await expect(updateNoteIndex(paths, { embedder })).rejects.toMatchObject({ code: 'MEMORY_MANY_NOTES_GONE' })
})

test('notes in the folder of daily notes are journals, in the index and in the files', async () => {
  const paths = await noteSpace({
    'Days/Sunday.md': 'a walrus',
    '.obsidian/daily-notes.json': '{"folder":"Days"}',
  })
  const filter = { types: ['journal'] }
  expect((await coldScan(paths, 'walrus', { filter })).hits).toHaveLength(1)
  await updateNoteIndex(paths, { embedder })
  const graph = await (await openIndex(paths)).graph()
  expect(graph.notes.get('Days/Sunday.md')?.type).toBe('journal')
})

test('what was found before a rule came is not remembered', async () => {
  const paths = await noteSpace({ 'Old/a.md': 'a walrus on the ice', 'b.md': 'a seal' })
  await updateNoteIndex(paths, { embedder })
  const hits = async (): Promise<readonly (string | undefined)[]> => {
    await using memory = await openMemory(paths, { embedder })
    return (await memory.search('walrus', { limit: 5 })).hits.map(({ path }) => path)
  }
  expect(await hits()).toContain('Old/a.md')
  await writeFile(paths.settingsFile, 'index: {ignore: [Old]}\n')
  await updateNoteIndex(paths, { embedder })
  expect(await hits()).not.toContain('Old/a.md')
})
