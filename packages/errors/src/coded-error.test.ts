import { expect, test } from 'vitest'
import { CodedError } from './coded-error.ts'
import { redact } from './redact.ts'

test('carries code, message, hint, details and cause', () => {
  const cause = new Error('disk')
  const error = new CodedError('SPACE_NOT_FOUND', 'No space.', {
    hint: 'datacortex init',
    details: { root: '/x' },
    cause,
  })
  expect(error).toMatchObject({
    code: 'SPACE_NOT_FOUND',
    message: 'No space.',
    hint: 'datacortex init',
    details: { root: '/x' },
  })
  expect(error.cause).toBe(cause)
})

test('is recognised by brand, so that two copies of the package agree', () => {
  const other = Object.assign(new Error('from another copy'), {
    code: 'X_Y',
    [Symbol.for('datacortex.CodedError')]: true,
  })
  expect(CodedError.is(other)).toBe(true)
  expect(CodedError.is(other, 'X_Y')).toBe(true)
  expect(CodedError.is(other, 'X_Z')).toBe(false)
  expect(CodedError.is(new Error('plain'))).toBe(false)
  expect(CodedError.is(null)).toBe(false)
})

test('a subclass keeps its own name', () => {
  class TideError extends CodedError {}
  expect(new TideError('A_B', 'x').name).toBe('TideError')
})

test.each([
  ['https://user:pass@host/p', 'https://***@host/p'],
  ['at https://host/x?key=abc: gone', 'at https://host/x?key=***: gone'],
  ['https://host/x?key=a:b&c=1', 'https://host/x?key=***&c=1'],
  ['https://us\u0000er:pass@host/p', 'https://***@host/p'],
  ['see git+ssh://token@host/x and http://a:b@c', 'see git+ssh://***@host/x and http://***@c'],
  ['https://h/x?api_key=123&q=ok', 'https://h/x?api_key=***&q=ok'],
  ['\u001b[31mred\u001b[0m', '[31mred[0m'],
  ['a\u202Eb', 'ab'],
  ['line\n\ttab', 'line\n\ttab'],
])('redacts %j', (text, expected) => {
  expect(redact(text)).toBe(expected)
})

test.each([
  ['https://user:p@ss@host/p', 'https://***@host/p'],
  ['https://h/#access_token=abc&x=1', 'https://h/#access_token=***&x=1'],
  ['https://h/?client_secret=a&sig=b&id_token=c', 'https://h/?client_secret=***&sig=***&id_token=***'],
  ['write to me@example.org', 'write to me@example.org'],
  ['left\u200emark', 'leftmark'],
])('redacts %j too', (text, expected) => {
  expect(redact(text)).toBe(expected)
})

test('message and hint are redacted, details are left to the caller', () => {
  const error = new CodedError('A_B', 'at https://u:p@h', { hint: 'open https://u:p@h', details: { url: 'x' } })
  expect([error.message, error.hint]).toEqual(['at https://***@h', 'open https://***@h'])
  expect(error.stack).not.toContain('u:p@h')
})
