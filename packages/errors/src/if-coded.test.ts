import { expect, test } from 'vitest'
import { CodedError } from './coded-error.ts'
import { asFinding, attempt, codedError, ifCoded } from './if-coded.ts'

const gone = new CodedError('NOTE_GONE', 'It has gone.', { hint: 'Look again.' })
const bug = new TypeError('a bug')

test('a coded error becomes a value, itself or a finding', async () => {
  const failed = Promise.reject(gone)
  await expect(failed.catch(ifCoded('instead'))).resolves.toBe('instead')
  await expect(failed.catch(ifCoded('instead', 'NOTE_GONE'))).resolves.toBe('instead')
  await expect(failed.catch(codedError)).resolves.toBe(gone)
  await expect(failed.catch(asFinding('a.md'))).resolves.toMatchObject([{ code: 'NOTE_GONE', subject: 'a.md' }])
})

test('every other error is thrown on', async () => {
  await expect(Promise.reject(gone).catch(ifCoded('instead', 'NOTE_BROKEN'))).rejects.toBe(gone)
  for (const handler of [ifCoded('instead'), codedError, asFinding('a.md')]) expect(() => handler(bug)).toThrow(bug)
})

test('the same of work that does not wait', () => {
  const failing = (error: Error) => (): string => {
    throw error
  }
  expect(attempt(() => 'done', ifCoded('instead'))).toBe('done')
  expect(attempt(failing(gone), ifCoded('instead'))).toBe('instead')
  expect(() => attempt(failing(bug), ifCoded('instead'))).toThrow(bug)
})
