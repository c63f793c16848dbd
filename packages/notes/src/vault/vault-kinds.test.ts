import { expect, test } from 'vitest'
import { temporaryNotes } from '../__fixtures__/temporary-notes.ts'
import { readNote } from '../files/read-note.ts'
import { parseNote } from '../parse-note.ts'
import { readPassage } from '../read-passage.ts'
import { scanWantedNotes } from './note-rules.ts'

test.each([
  ['intro\n\n# Later\n', 'Bee'],
  ['## Second level\n\ntext', 'Second level'],
  ['<!-- note to me -->\n\n# Behind a comment\n', 'Behind a comment'],
  ['tags:: bees\n\n# Behind properties\n', 'Behind properties'],
  ['---\ntags: [a]\n---\n\nNo heading first.\n\n# Later\n', 'Bee'],
  ['```\n# code\n```\n# Later\n', 'Bee'],
])('%j has the title %s', (text, title) => {
  expect(parseNote(text, { path: 'Bee.md', sha256: '' }).title).toBe(title)
})

test('a day is not called by the part that its template begins with', () => {
  expect(parseNote('## Plan\n', { path: 'journals/2026-01-31.md', sha256: '' }).title).toBe('2026-01-31')
  expect(parseNote('# A fine day\n', { path: 'journals/2026-01-31.md', sha256: '' }).title).toBe('A fine day')
})

const drawing = [
  '---',
  'excalidraw-plugin: parsed',
  'tags: [excalidraw]',
  '---',
  '==\u26A0  Switch to EXCALIDRAW VIEW in the MORE OPTIONS menu of this document. \u26A0==',
  '',
  '# Excalidraw Data',
  '## Text Elements',
  'hexagon comb ^abc12345',
  '',
  'to [[Honey]] ^def12345',
  '',
  '%%',
  '## Drawing',
  '```compressed-json',
  'N4KAkARALgngDgUwgLgAQQQDwMYEMA2AlgCeBOuhADsTzz',
  '```',
  '%%',
].join('\n')

test('of a drawing of Excalidraw its words are read, and neither its warning nor its packed lines', () => {
  const note = parseNote(drawing, { path: 'Comb.excalidraw.md', sha256: '' })
  expect(note).toMatchObject({ title: 'Comb', type: 'excalidraw', links: [{ target: 'Honey', line: 11 }] })
  const text = note.chunks.map((chunk) => chunk.text).join('\n')
  expect(text).toContain('hexagon comb')
  expect(text).not.toMatch(/EXCALIDRAW VIEW|N4KAk/)
})

test('a base of Obsidian is read as its text', async () => {
  const paths = await temporaryNotes({ 'Books.base': 'views:\n  - type: table\n    name: "[[Shelf]] of #books"\n' })
  const [found] = await Array.fromAsync(scanWantedNotes(paths))
  if (found?.kind !== 'file') throw new Error('The base was not found.')
  const { title, type, links, tags, chunks } = await readNote(found)
  expect({ title, type, links, tags }).toEqual({ title: 'Books', type: 'base', links: [], tags: [] })
  expect(chunks[0]?.text).toContain('[[Shelf]] of #books')
})

test('copies that Logseq keeps stay out, and what iCloud has not downloaded is passed over with the reason', async () => {
  const paths = await temporaryNotes({
    'pages/a.md': '',
    'logseq/bak/pages/a/1.md': '',
    'logseq/version-files/b.md': '',
    'logseq/custom.md': '',
    'graph/logseq/bak/c.md': '',
    'logseq/bak/.Far.md.icloud': 'bplist00',
    'pages/.Far.md.icloud': 'bplist00',
    'pages/.Picture.png.icloud': 'bplist00',
  })
  const entries = await Array.fromAsync(scanWantedNotes(paths))
  expect(entries.map(({ path }) => path).toSorted()).toEqual(['logseq/custom.md', 'pages/Far.md', 'pages/a.md'])
  expect(entries.find(({ path }) => path === 'pages/Far.md')).toEqual({
    kind: 'skipped',
    path: 'pages/Far.md',
    reason: 'iCloud has not downloaded it',
  })
})

test('blocks are read, and twins of headings asked about', async () => {
  const text = '# A\n\n## Risks\none ^b1\n\n# B\n\n## Risks\ntwo\n'
  const { root } = await temporaryNotes({ 'Twin.md': text })
  const file = { path: 'Twin.md', file: `${root}/Twin.md` }
  expect(await readPassage(file, { heading: '^b1' })).toMatchObject({ text: 'one ^b1', start: 4, end: 4 })
  expect(await readPassage(file, { heading: '^b2' })).toBeUndefined()
  expect(await readPassage(file, { heading: 'B#Risks' })).toMatchObject({ start: 8, end: 9 })
  await expect(readPassage(file, { heading: 'Risks' })).rejects.toMatchObject({
    code: 'MEMORY_HEADING_AMBIGUOUS',
    message: 'Twin.md has 2 headings "Risks", in lines 3, 8.',
  })
})

test('what git could not merge is named', () => {
  const text = 'a\n<<<<<<< HEAD\nmine\n=======\ntheirs\n>>>>>>> other\n'
  expect(parseNote(text, { path: 'a.md', sha256: '' }).findings).toMatchObject([
    { code: 'NOTE_CONFLICT_MARKS', subject: 'a.md:2' },
  ])
  expect(parseNote('<<<<<<< HEAD\n', { path: 'a.md', sha256: '' }).findings).toEqual([])
})
