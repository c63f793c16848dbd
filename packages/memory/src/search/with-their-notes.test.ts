import { expect, test } from 'vitest'
import type { SearchHit } from './search-port.ts'
import { withTextsOf, withTheirNotes } from './with-their-notes.ts'

const hit = (path: string, fields: Partial<SearchHit> = {}): SearchHit => ({
  id: `${path}#0`,
  path,
  title: 'Tides',
  type: 'note',
  score: 0.5,
  hop: 0,
  snippet: path,
  origin: 'local',
  ...fields,
})
const note = hit('0-personal/literature/tides.md', { type: 'literature', tags: ['sea'] })
const text = hit('0-personal/literature/sources/tides.md', { type: 'source-text' })
const other = hit('0-personal/sources/bees.md')

test('a whole text and its note are one hit, with the better passage', () => {
  const [one, two, ...rest] = withTheirNotes([text, other, note])
  expect(one).toMatchObject({ path: note.path, type: 'literature', tags: ['sea'], text: text.path, snippet: text.path })
  expect(two).toBe(other)
  expect(rest).toEqual([])
  expect(withTheirNotes([note, text])).toEqual([note])
  expect(withTheirNotes([text])).toMatchObject([{ path: note.path, text: text.path }])
})

test('who looks for literature finds whole texts too', () => {
  expect(withTextsOf(['literature'])).toEqual(['literature', 'source-text'])
  expect(withTextsOf(['zettel'])).toEqual(['zettel'])
  expect(withTextsOf(undefined)).toBeUndefined()
})
