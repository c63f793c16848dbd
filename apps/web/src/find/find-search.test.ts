import { expect, test } from 'vitest'
import { askedOf, findSearch } from './find-search.ts'

test('an address is read as far as it is known, and asked as it stands', () => {
  const search = findSearch({ q: 12, only: 'notes', tag: 'sea', folder: '', since: '2026-01-02', until: 'soon' })
  const none = { type: undefined, folder: undefined, agent: undefined, until: undefined }
  expect(search).toEqual({ q: '12', only: 'notes', tag: 'sea', since: '2026-01-02', ...none })
  expect(askedOf(search, 'words')).toEqual({
    query: '12',
    by: 'words',
    only: 'notes',
    since: '2026-01-02',
    tags: ['sea'],
  })
  expect(findSearch({ only: 'all', q: ['x'] })).toEqual(findSearch({}))
})
