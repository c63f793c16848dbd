import { expect, test } from 'vitest'
import { askedOf, findSearch } from './find-search.ts'

test('an address is read as far as it is known, and asked as it stands', () => {
  const search = findSearch({ q: 12, only: 'notes', tag: 'sea', folder: '', colour: 'red' })
  expect(search).toEqual({ q: '12', only: 'notes', tag: 'sea', type: undefined, folder: undefined, agent: undefined })
  expect(askedOf(search, 'words')).toEqual({ query: '12', by: 'words', only: 'notes', tags: ['sea'] })
  expect(findSearch({ only: 'all', q: ['x'] })).toEqual(findSearch({}))
})
