import { CodedError } from '@datacortex/errors'
import { expect, test } from 'vitest'
import { classifyError, usualErrorPatterns as usual } from './classify-error.ts'

test.each([
  ['X_FAILED', 'HTTP 429: Rate limit reached', undefined, true],
  ['X_FAILED', 'the server is overloaded', undefined, true],
  ['X_TIMEOUT', 'no answer', undefined, true],
  ['X_FAILED', 'Connection reset', undefined, true],
  ['X_FAILED', 'model not found: connection kept', undefined, false],
  ['X_FAILED', 'Permission-denied', undefined, false],
  ['X_FAILED', 'the sea is dry', undefined, false],
  ['X_FAILED', 'the sea is dry', true, true],
  ['X_TIMEOUT', 'timeout', false, false],
])('%s %j that states %s: transient is %s', (code, message, stated, transient) => {
  const error = new CodedError(code, message, { details: stated === undefined ? {} : { transient: stated } })
  expect(classifyError(error, usual)).toEqual({ code, message, transient })
})
