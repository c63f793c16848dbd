import { expect, test } from 'vitest'
import { systemErrorCode, systemErrorReason } from './system-error-reason.ts'

test.each([
  [{ code: 'ENOSPC' }, 'no space left on the disk'],
  [{ code: 'ESTALE' }, 'the network disk knows it no more'],
  [{ code: 'EDEADLK' }, 'the cloud has not downloaded it'],
  [Object.assign(new Error('odd'), { code: 'EODD' }), 'odd'],
  [new Error('plain'), 'plain'],
  [{ code: 'toString' }, '[object Object]'],
  ['text', 'text'],
])('the reason of %o', (error, reason) => {
  expect(systemErrorReason(error)).toBe(reason)
})

test.each([null, undefined, 'ENOENT', {}, { code: 5 }])('%o has no code', (error) => {
  expect(systemErrorCode(error)).toBeUndefined()
})
