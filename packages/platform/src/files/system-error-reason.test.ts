import { stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ifSystem, systemErrorCode, systemErrorReason } from './system-error-reason.ts'

test.each([
  [{ code: 'ENOSPC' }, 'no space left on the disk'],
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

test('what the system refuses is replaced for `catch`; a bug goes on', async () => {
  await expect(stat('/no/such/place').catch(ifSystem('absent'))).resolves.toBe('absent')
  expect(() => ifSystem('absent')(new TypeError('bug'))).toThrow('bug')
})
