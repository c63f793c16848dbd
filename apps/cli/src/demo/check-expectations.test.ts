import { expect, test } from 'vitest'
import { checkExpectations } from './check-expectations.ts'

const data = { id: 'a', results: [{ score: 0.5 }, { score: 0.25 }], none: null }

test('says nothing if everything is as expected', () => {
  expect(
    checkExpectations(data, { id: 'a', 'results.length': 2, 'results.1.score': 0.25, 'results.-2.score': 0.5 }),
  ).toBeUndefined()
})

test('names each value that differs or is absent', () => {
  expect(checkExpectations(data, { id: 'b', 'results.length': 2, 'results.2.score': 0, 'none.deep': 1 })).toBe(
    'id is "a", not "b"; results.2.score is absent, not 0; none.deep is absent, not 1',
  )
})
