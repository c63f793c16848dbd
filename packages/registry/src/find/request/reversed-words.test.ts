import { expect, test } from 'vitest'
import { areAlike, isLatin, reversedWords } from './query-words.ts'

test.each([
  ['느린 서버', '린느 버서'],
  ['写诗', '诗写'],
  ['Meine Katze', undefined],
  ['猫', undefined],
  ['42', undefined],
])('%j with each word reversed', (query, reversed) => {
  expect(reversedWords(query)).toBe(reversed)
})

test('most letters decide which script it is', () => {
  expect(['PostgreSQL база', 'БД база SQL', '...', 'Škoda'].map(isLatin)).toEqual([true, false, true, true])
})

test('vectors are alike from 0.6 on, and nothing is like what is not there', () => {
  const [one, near, far] = [
    [1, 0],
    [0.8, 0.6],
    [0.5, 0.866],
  ].map((values) => new Float32Array(values))
  expect([areAlike(one, near), areAlike(one, far), areAlike(one, undefined)]).toEqual([true, false, false])
})
