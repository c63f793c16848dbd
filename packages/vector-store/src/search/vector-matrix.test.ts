import { expect, test } from 'vitest'
import { vectorMatrix } from './vector-matrix.ts'

test.each([1, 7, 8, 9, 16, 384, 1000])('products of vectors of %i numbers', (dimensions) => {
  const numbers = (seed: number): Float32Array =>
    Float32Array.from({ length: dimensions }, (_, index) => ((index * 37 + seed * 11) % 17) - 8)
  const matrix = vectorMatrix(5, dimensions)
  for (const row of [0, 1, 2, 4]) matrix.at(row).set(numbers(row))
  const exact = (row: number): number =>
    numbers(9).reduce((sum, value, index) => sum + value * (numbers(row)[index] ?? 0), 0)
  // Whole numbers this small are exact in 32 bits.
  expect([...matrix.products(numbers(9), Uint32Array.of(4, 0, 3, 1))]).toEqual([exact(4), exact(0), 0, exact(1)])
  expect([...matrix.at(2)]).toEqual([...numbers(2)])
})

test('nothing is multiplied by nothing', () => {
  expect([...vectorMatrix(0, 4).products(Float32Array.of(1, 2, 3, 4), new Uint32Array())]).toEqual([])
})

test('two matrices do not meet', () => {
  const [one, other] = [vectorMatrix(1, 2), vectorMatrix(1, 2)]
  one.at(0).set([1, 2])
  other.at(0).set([3, 4])
  expect(one.products(Float32Array.of(1, 1), Uint32Array.of(0))).toEqual(Float32Array.of(3))
  expect(other.products(Float32Array.of(1, 1), Uint32Array.of(0))).toEqual(Float32Array.of(7))
})

test('the view of a row is made once', () => {
  const matrix = vectorMatrix(3, 4)
  expect(matrix.at(1)).toBe(matrix.at(1))
  matrix.at(1).set([1, 2, 3, 4])
  expect(matrix.at(1)).toEqual(Float32Array.of(1, 2, 3, 4))
  expect(matrix.at(2)).toEqual(new Float32Array(4))
})
