import { expect, test } from 'vitest'
import { containment, shinglesOf } from './shingles.ts'

const words = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, place) => `word${(from + place) * 7}`).join(' ')

test('containment is the share of the smaller text that the larger one has', () => {
  const [whole, part, foreign] = [words(0, 2000), words(500, 1100), words(3000, 4000)].map(shinglesOf)
  if (whole === undefined || part === undefined || foreign === undefined) throw new Error('three texts')
  expect(containment(whole, part)).toBe(1)
  expect(containment(part, whole)).toBe(1)
  expect(containment(whole, foreign)).toBe(0)
})

test('a text of less than four words has no shingles, and nothing has a part of it', () => {
  expect(shinglesOf('too short').size).toBe(0)
  expect(containment(new Set(), new Set([1]))).toBe(0)
})

test('shingles leave out where links lead, and letters’ case', () => {
  expect([...shinglesOf('See [the long story](https://x.example/a-b-c) TODAY again')]).toEqual([
    ...shinglesOf('see the long story today again'),
  ])
})
