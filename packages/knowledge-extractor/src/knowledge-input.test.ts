import { expect, test } from 'vitest'
import { inputName } from './knowledge-input.ts'

test.each([
  ['http://user:pw@host/a?b=c', 'http://***@host/a?b=c'],
  ['https://u:p@ss@host', 'https://***@host'],
  ['https://host/a@b?c=d@e', 'https://host/a@b?c=d@e'],
])('%s is called %s', (url, name) => {
  expect(inputName({ kind: 'url', url })).toBe(name)
})
