import { expect, test } from 'vitest'
import { findRatingRings, isInRing, ringFindings } from './rating-rings.ts'

const rates = (...pairs: readonly string[]) =>
  pairs.map((pair) => {
    const [from = '', to = ''] = pair.split('>')
    return { evaluator_agent: from, evaluated_agent: to }
  })

test.each([
  ['two that rate each other', rates('a>b', 'b>a', 'c>a'), [['a', 'b']]],
  ['a longer ring', rates('a>b', 'b>c', 'c>d', 'd>a', 'a>x', 'y>a'), [['a', 'b', 'c', 'd']]],
  [
    'two rings',
    rates('a>b', 'b>a', 'b>c', 'c>d', 'd>c'),
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a chain', rates('a>b', 'b>c', 'a>c', 'a>b'), []],
  ['persons', rates('user>a', 'a>user'), []],
  ['an agent of itself', rates('a>a'), []],
])('rings of %s', (_name, evaluations, expected) => {
  expect(findRatingRings(evaluations).map((ring) => [...ring].sort())).toEqual(expected)
})

test('only what is said within a ring is discounted, and the ring is named', () => {
  const rings = findRatingRings(rates('b>a', 'a>b', 'c>a'))
  expect(rates('a>b', 'c>a', 'a>d', 'user>a').map((one) => isInRing(rings, one))).toEqual([true, false, false, false])
  expect(ringFindings(rings)).toMatchObject([
    { code: 'EXECUTION_RATING_RING', message: expect.stringContaining('a, b rate each other') as unknown },
  ])
})

test('a long chain of agents does not exhaust the stack', () => {
  const chain = Array.from({ length: 2000 }, (_, index) => `${index}>${index + 1}`)
  expect(findRatingRings(rates(...chain, '2000>1999')).map((ring) => ring.size)).toEqual([2])
})
