import { CodedError } from '@datacortex/errors'
import { expect, test } from 'vitest'
import { classifyError, errorPatterns } from './classify-error.ts'

const usual = errorPatterns({})

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

test("an agent's own lists replace Datacore's, each by itself", () => {
  const config = { transient_patterns: ['low_water', 7, ''] }
  expect(errorPatterns({ hooks: { on_error: [{ inherit: 'defaults' }, { type: 'classify-error', config }] } })).toEqual(
    {
      transient: ['low_water'],
      permanent: usual.permanent,
    },
  )
})

test.each([[undefined], [null], ['x'], [[]], [{ on_error: 'x' }], [{ on_error: [null, { type: 'classify-error' }] }]])(
  'hooks %j give the usual patterns',
  (hooks) => {
    expect(errorPatterns({ hooks })).toEqual(usual)
  },
)
