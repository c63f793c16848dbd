import { expect, test } from 'vitest'
import { readResult } from './read-result.ts'

test.each([
  [undefined, 'it is missing'],
  [{}, 'text: it is missing'],
  [{ text: 7 }, 'text: expected string'],
  [{ text: 'x', outputs: [{}] }, 'outputs.0.path: it is missing'],
  [{ text: 'x', status: 'failed' }, 'status: '],
  [{ text: 'x', insights: 'one' }, 'insights: expected array'],
])('the answer %j of a runner is none', (answer, problem) => {
  expect(() => readResult(answer, { runner: 'r' })).toThrow(
    expect.objectContaining({ code: 'RUNNER_FAILED', message: expect.stringContaining(problem) }),
  )
})

test('a count of tokens that is none costs the count, not the answer', () => {
  const answer = { text: 'x', tokens_in: -1, tokens_out: 3, raw: {} }
  expect(readResult(answer, { runner: 'r' })).toEqual({ text: 'x', tokens_in: undefined, tokens_out: 3 })
})
