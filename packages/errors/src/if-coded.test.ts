import { expect, test } from 'vitest'
import { CodedError } from './coded-error.ts'
import { ifCoded } from './if-coded.ts'

test('a coded error is replaced; a bug, or another code than the expected one, goes on', async () => {
  const coded = new CodedError('MODEL_GONE', 'Gone.')
  const codeOf = ifCoded(({ code }) => code)
  await expect(Promise.reject(coded).catch(codeOf)).resolves.toBe('MODEL_GONE')
  await expect(Promise.reject(new TypeError('bug')).catch(codeOf)).rejects.toThrow('bug')
  expect(() => ifCoded(() => 'no', 'OTHER')(coded)).toThrow(coded)
  expect(ifCoded(() => 'yes', 'MODEL_GONE')(coded)).toBe('yes')
})
