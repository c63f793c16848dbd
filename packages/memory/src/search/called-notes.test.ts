import { createHashEmbedder } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { noteSpace, openIndex } from '../index/__fixtures__/note-space.ts'
import type { NoteIndex } from '../index/open-note-index.ts'
import { updateNoteIndex } from '../index/update-note-index.ts'
import { type SearchNotesOptions, searchNotes } from './search-notes.ts'

const embedder = createHashEmbedder({ dimensions: 256 })

async function indexed(notes: Readonly<Record<string, string>>): Promise<NoteIndex> {
  const paths = await noteSpace(notes)
  await updateNoteIndex(paths, { embedder })
  return await openIndex(paths, embedder)
}

async function found(
  index: NoteIndex,
  query: string,
  options: Partial<SearchNotesOptions> = {},
): Promise<readonly string[]> {
  const { hits } = await searchNotes(index, query, { limit: 5, embedder, ...options })
  const scores = hits.map(({ score }) => score)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  return hits.map(({ path }) => path ?? '')
}

const standup = 'Zephyr migration: the Zephyr migration goes on. Zephyr migration standup.'

const hub = {
  'Projects/Zephyr Migration.md': '---\naliases: [ZM]\n---\n# Moving house\n\nBoxes and a van.\n\n## Owners\n\nAnna.\n',
  'Café Plan.md': '# Coffee\n\nBeans.\n',
  ...Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => [
      `log/Zephyr migration log ${n}.md`,
      `# Zephyr migration, part ${n}\n\n${standup}\n`,
    ]),
  ),
  ...Object.fromEntries(
    Array.from({ length: 30 }, (_, n) => [
      `cafe/${n}.md`,
      `# Cafe plan plan ${n}\n\nThe cafe plan, a plan for a cafe.\n`,
    ]),
  ),
}

test('a note is found first by its exact name however often others say it, and is among what a question finds', async () => {
  const index = await indexed(hub)
  const first = async (query: string): Promise<string | undefined> => (await found(index, query))[0]
  for (const query of [
    'Zephyr Migration',
    'zephyr-migration',
    ' ZEPHYR_migration ',
    'Zephyr Migration.md',
    '"Zephyr Migration"',
    'ZM',
    'Moving house',
  ])
    expect([query, await first(query)]).toEqual([query, 'Projects/Zephyr Migration.md'])
  for (const query of ['Café Plan', 'cafe plan', 'Coffee'])
    expect([query, await first(query)]).toEqual([query, 'Café Plan.md'])
  const all = await found(index, 'who works on the zephyr migration these days', { limit: 100, embedder: undefined })
  expect(all).toContain('Projects/Zephyr Migration.md')
  expect(await found(index, 'Zephyr Migration', { filter: { types: ['zettel'] } })).toEqual([])
})

test('all notes of a name come before those that resemble it, the file before a title, both before an alias', async () => {
  const index = await indexed({
    'a/Index.md': '# All of a\n\nSee below.\n',
    'b/Index.md': '# All of b\n\nSee below.\n',
    'c/Other.md': '---\ntitle: Index\n---\nAn index of the index, index by index.\n',
    'd/Alias.md': '---\naliases: [index]\n---\nAn index of the index, index by index.\n',
    'Indexing.md': '# Indexing\n\nAn index is made by indexing. Index index index.\n',
    'C++.md': 'Pointers.',
    'C.md': 'More pointers.',
  })
  expect(await found(index, 'Index')).toEqual(['a/Index.md', 'b/Index.md', 'c/Other.md', 'd/Alias.md', 'Indexing.md'])
  expect((await found(index, 'c++'))[0]).toBe('C++.md')
  expect((await found(index, 'c'))[0]).toBe('C.md')
})

test('a day finds the note of that day before its neighbours, in any form', async () => {
  const days = Array.from({ length: 30 }, (_, n) => new Date(Date.UTC(2026, 9, n + 1)))
  const name = (day: Date, by = 0): string => new Date(day.getTime() + by * 86_400_000).toISOString().slice(0, 10)
  const index = await indexed({
    ...Object.fromEntries(
      days.map((day) => [
        `Daily/${name(day)}.md`,
        `<< [[${name(day, -1)}]] | [[${name(day, 1)}]] >>\n\n# Notes\n\n- [ ] Call 📅 ${name(day, 3)}\n- [ ] Write 📅 ${name(day, 2)}\n`,
      ]),
    ),
    'Talk.md': '---\ndate: 2026-10-11\n---\n# Talk\n\nWith Anna about boats.\n',
  })
  const today = 'Daily/2026-10-11.md'
  for (const query of [
    '2026-10-11',
    '11.10.2026',
    'October 11th 2026',
    '11 October 2026',
    'what did I do on 2026-10-11',
  ])
    expect([query, ...(await found(index, query, { limit: 2 }))]).toEqual([query, today, 'Talk.md'])
  expect((await found(index, 'boats with Anna 2026-10-11'))[0]).toBe('Talk.md')
  for (const day of days) expect((await found(index, name(day), { limit: 1 }))[0]).toBe(`Daily/${name(day)}.md`)
})

test('notes that hold a quoted phrase come before those that say its words; if there is none it is told', async () => {
  const index = await indexed({
    'a.md':
      '# Blue cluster restored\n\nThe blue cluster can be restored, the cluster can. Cluster blue, restored blue.\n',
    'b.md':
      '# Diary\n\nWrote letters all day.\n\nNote: Cluster blue can\nrestored from tape, later that week.\n\nWent home.\n',
    'cluster blue can.md': 'Blue cluster, restored.\n',
  })
  const { hits, unheld } = await searchNotes(index, '"cluster blue can restored" blue cluster', { limit: 5, embedder })
  expect(hits[0]).toMatchObject({ path: 'b.md', snippet: expect.stringContaining('Cluster blue can\nrestored') })
  expect(unheld).toEqual([])
  const none = await searchNotes(index, 'the "cluster can blue" of "cluster blue can restored"', { limit: 5, embedder })
  expect(none.unheld).toEqual(['cluster can blue'])
  expect(none.hits.length).toBeGreaterThan(0)
})
