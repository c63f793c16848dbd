import { expect, test } from 'vitest'
import { CodedError } from './coded-error.ts'
import { codedOf, orCoded } from './or-coded.ts'

const coded = new CodedError('A_B', 'x')

test('gives what work gives, or its coded error', async () => {
  expect(await orCoded(Promise.resolve(1))).toBe(1)
  expect(await orCoded(Promise.reject(coded))).toBe(coded)
  expect(await orCoded(Promise.reject(coded), 'A_B')).toBe(coded)
  await expect(orCoded(Promise.reject(coded), 'A_C')).rejects.toBe(coded)
  await expect(orCoded(Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug')
})

test('the same of a function', () => {
  const fail = (error: Error) => (): number => {
    throw error
  }
  expect(codedOf(() => 1)).toBe(1)
  expect(codedOf(fail(coded))).toBe(coded)
  expect(() => codedOf(fail(coded), 'A_C')).toThrow(coded)
  expect(() => codedOf(fail(new TypeError('a bug')))).toThrow('a bug')
})
