import { CodedError } from '@datacortex/errors'
import { expect, test } from 'vitest'
import { abandoned } from './abandoned.ts'

const failed = (details: Readonly<Record<string, unknown>>, hint?: string): CodedError =>
  new CodedError('X_BUSY', 'HTTP 429: slow down', { details, ...(hint === undefined ? {} : { hint }) })
const failure = { code: 'X_BUSY', message: 'HTTP 429: slow down', transient: true }

test.each([
  [
    3_600_000,
    1,
    true,
    'Given up after one attempt, as the server asks to wait 60 min, which is beyond the time limit: ',
  ],
  [90_001, 3, false, 'Given up after 3 attempts; the server asks to wait 91 s: '],
  [
    4 * 3_600_000,
    1,
    true,
    'Given up after one attempt, as the server asks to wait 4 h, which is beyond the time limit: ',
  ],
  [7 * 86_400_000, 2, false, 'Given up after 2 attempts; the server asks to wait 7 days: '],
  [undefined, 2, true, 'Given up after 2 attempts, as the next one would come too late for the time limit: '],
  [undefined, 3, false, ''],
  [-1, 3, false, ''],
  ['soon', 3, false, ''],
])('asked to wait %j ms, after %i attempts, out of time: %j', (retryAfterMs, attempts, isOutOfTime, reported) => {
  const error = failed({ retryAfterMs })
  expect(abandoned({ error, failure, attempts, isOutOfTime, runner: 'local' }).failure).toEqual({
    ...failure,
    message: `${reported}HTTP 429: slow down`,
  })
})

test('the hint says when to try again, and keeps what the runner advises', () => {
  const error = failed({ retryAfterMs: 600_000 }, 'Look at your account.')
  const given = { error, failure, attempts: 1, runner: 'local' }
  expect(abandoned({ ...given, isOutOfTime: true }).hint).toBe(
    'Run it again after 10 min, or raise `timeout_ms` of local in .datacore/settings.yaml. Look at your account.',
  )
  expect(abandoned({ ...given, isOutOfTime: false }).hint).toBe('Run it again after 10 min. Look at your account.')
  expect(abandoned({ ...given, error: failed({}, 'Look.'), isOutOfTime: false }).hint).toBe('Look.')
})
