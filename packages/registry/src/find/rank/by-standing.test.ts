import { expect, test } from 'vitest'
import { byStanding } from './by-standing.ts'

function ordered(builtin: string, gone: string, ...scores: readonly (readonly [string, number])[]): string {
  const standing = { builtin: new Set(builtin), gone: new Set(gone) }
  const ranked = scores.map(([agent, score]) => ({ agent, score }))
  return byStanding(ranked, standing)
    .map(({ agent }) => agent)
    .join('')
}

test('a built-in agent comes before those of the space that are more than 0.1 worse, and before no other', () => {
  expect(ordered('b', '', ['b', 0.7], ['o', 0.6])).toBe('ob')
  expect(ordered('b', '', ['b', 0.7], ['o', 0.599])).toBe('bo')
  expect(ordered('bc', '', ['b', 0.9], ['c', 0.71], ['o', 0.65], ['p', 0.62])).toBe('bopc')
  expect(ordered('bc', '', ['b', 0.9], ['c', 0.8])).toBe('bc')
  expect(ordered('', '', ['o', 0.9], ['p', 0.8])).toBe('op')
})

test('one whose file is gone comes after all others, whatever it scores', () => {
  expect(ordered('b', 'x', ['x', 0.99], ['b', 0.7], ['o', 0.2])).toBe('box')
  expect(ordered('b', 'b', ['b', 0.99], ['o', 0.4])).toBe('ob')
})
