import { expect, test } from 'vitest'
import { areAlike, beyondLetters, isLatin, reversedWords, spreadWords } from './query-words.ts'

test.each([
  ['느린 서버', '린느 버서'],
  ['写诗', '诗写'],
  ['Meine Katze', 'enieM eztaK'],
  ['猫', undefined],
  ['!!! ?', undefined],
])('%j with each word reversed', (query, reversed) => {
  expect(reversedWords(query)).toBe(reversed)
})

test('every other letter of each word comes first', () => {
  expect(['database', 'a bc', 'Škoda 🦉x'].map(spreadWords)).toEqual(['dtbsaaae', 'a bc', 'Šoakd 🦉x'])
})

test('what the same letters say in other orders is taken out of a query, and nothing is left of letters alone', () => {
  const axis = (place: number, value = 1) => Float32Array.from([0, 1, 2], (at) => (at === place ? value : 0))
  const [x, y, z] = [axis(0), axis(1), axis(2)]
  const left = (...letters: readonly Float32Array[]) =>
    Array.from(beyondLetters(new Float32Array([0.6, 0, 0.8]), letters) ?? [], (value) => Math.round(value * 100) / 100)
  expect(left(y)).toEqual([0.6, 0, 0.8])
  expect(left(x, y)).toEqual([0, 0, 0.8])
  expect(left(x, x), 'two orders that say the same count once').toEqual([0, 0, 0.8])
  expect(left(x, z)).toEqual([])
  expect(left(axis(0, -1)), 'the contrary is nothing that both say').toEqual([0.6, 0, 0.8])
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
