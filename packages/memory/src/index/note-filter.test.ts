import { createHashEmbedder } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { noteSpace, openIndex } from './__fixtures__/note-space.ts'
import { type NoteFilter, matchesNote, rowConditions } from './note-filter.ts'
import { updateNoteIndex } from './update-note-index.ts'

test('a filter means the same to rows and to notes', async () => {
  const paths = await noteSpace({
    '0-personal/a.md': '---\ntype: zettel\ndate: 2026-03-01\ntags: [x, y]\n---\nwalrus',
    '0-personal/b.md': '---\ntags: [x]\ndate: 2026-03-02\n---\nwalrus',
    '1-acme/c.md': 'walrus',
    '1-acme/d.md': 'walrus #area/sea/north #2026/plans',
    '1-acme/e.md': 'walrus #areas #Area',
  })
  await updateNoteIndex(paths, { embedder: createHashEmbedder() })
  const index = await openIndex(paths)
  const { notes } = await index.graph()
  const cases: readonly (readonly [NoteFilter, readonly string[]])[] = [
    [{}, ['a', 'b', 'c', 'd', 'e']],
    [{ types: ['zettel'] }, ['a']],
    [{ types: ['zettel', 'note'] }, ['a', 'b', 'c', 'd', 'e']],
    [{ tags: ['x'] }, ['a', 'b']],
    [{ tags: ['x', 'y'] }, ['a']],
    [{ tags: ['#X', ':y:'] }, ['a']],
    [{ tags: ['2026'] }, ['d']],
    [{ tags: ['2027'] }, []],
    [{ tags: ['area'] }, ['d', 'e']],
    [{ tags: ['#Area/Sea/'] }, ['d']],
    [{ tags: ['area/sea/north', 'area', '#2026'] }, ['d']],
    [{ tags: ['sea'] }, []],
    [{ tags: ['are'] }, []],
    [{ tags: ['/'] }, []],
    [{ tags: [''] }, []],
    [{ spaces: ['1-acme'] }, ['c', 'd', 'e']],
    [{ from: '2026-03-02' }, ['b']],
    [{ to: '2026-03-01' }, ['a']],
    [{ from: '2026-03-01', to: '2026-03-02', tags: ['y'] }, ['a']],
    [{ from: '2027-01-01' }, []],
  ]
  for (const [filter, expected] of cases) {
    const hits = await index.chunks.searchText('walrus', { filter: rowConditions(filter) })
    expect(names(hits.map((hit) => String(hit.fields['path']))), JSON.stringify(filter)).toEqual(expected)
    const matching = [...notes].filter(([, note]) => matchesNote(note, filter)).map(([path]) => path)
    expect(names(matching), JSON.stringify(filter)).toEqual(expected)
  }
})

function names(paths: readonly string[]): readonly string[] {
  return paths.map((path) => path.slice(-4, -3)).toSorted()
}
