import { expect, test } from 'vitest'
import { belowLimit, exactScore, nearestBelow, scoreBelow, scoreText } from './scores.ts'

test.each([
  [0.398, 0.4, '0.398, below 0.400'],
  [0.39, 0.4, '0.39, below 0.40'],
  [0.39997, 0.4, '0.39997, below 0.40000'],
])('%s is visibly below %s', (score, limit, text) => {
  expect(belowLimit(score, limit)).toBe(text)
})

test('a score in a few digits, and one below a limit never looks as if it reached it', () => {
  expect([scoreText(0.3998), exactScore(0.3998), scoreBelow(0.3998)]).toEqual(['0.40', '0.400', '0.399'])
  expect(nearestBelow({ id: 'tuner', score: 0.3998 }, 0.4)).toBe('tuner comes nearest, with 0.3998 below 0.4')
})
