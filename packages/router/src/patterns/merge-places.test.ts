import { expect, test } from 'vitest'
import { mergePlaces } from './pattern-index.ts'

test.each([
  { lists: [], merged: [] },
  { lists: [[], [7]], merged: [] },
  { lists: [[1, 4, 7], [], [0, 4, 9], [4, 7]], merged: [0, 1, 4, 9] },
])('all but 7 of $lists', ({ lists, merged }) => {
  expect([...mergePlaces(lists, (place) => place !== 7)]).toEqual(merged)
})
