import { expect, test } from 'vitest'
import { serverFailure } from './server-failure.ts'

test.each([
  [{ error: 503 }, '503', true],
  [{ error: 'model not found' }, 'model not found', undefined],
  [{ error: { message: 'overloaded', type: 503, code: 503 } }, 'overloaded / 503', true],
  [{ error: { message: 'overloaded', type: 'server_error', code: null } }, 'overloaded / server_error', undefined],
  [{ error: { message: 'gone', status: 'UNAVAILABLE', code: 503 } }, 'gone / 503 / UNAVAILABLE', true],
  [{ error: { message: { message: 'inside', at: 1 }, code: 503 } }, 'inside / 503', true],
  [{ error: { message: { reason: 'busy' }, code: '503' } }, '{"reason":"busy"} / 503', true],
  [{ error: { type: 'insufficient_quota', code: 429 } }, 'insufficient_quota / 429', false],
  [{ error: {} }, 'an error without a message', undefined],
  [{ error: ['one', 'two'] }, '["one","two"]', undefined],
  [{ object: 'error', message: 'model not found', code: 404 }, 'model not found / 404', undefined],
  [{ type: 'error', error: { type: 'overloaded_error', message: 'Busy' } }, 'Busy / overloaded_error', undefined],
  [{ detail: 'nope' }, 'nope', undefined],
  [{ detail: [{ msg: 'field required' }] }, '[{"msg":"field required"}]', undefined],
  [{ message: 'no such route' }, 'no such route', undefined],
  [{ choices: [{ error: { message: 'in it', code: 502 } }] }, 'in it / 502', true],
])('%j says %j', (document, text, transient) => {
  expect(serverFailure(document)).toEqual({ text, transient })
})

test.each([
  [{ choices: [] }],
  [{ error: null }],
  [{ error: false, choices: [] }],
  [{ error: '' }],
  [{ choices: [{ message: { content: 'x' } }], detail: 'low', message: 'x' }],
  [{ usage: {} }],
  ['error'],
  [null],
])('%j says nothing of an error', (document) => {
  expect(serverFailure(document)).toBeUndefined()
})
