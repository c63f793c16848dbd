import { expect, test } from 'vitest'
import { saidByServer } from './said-by-server.ts'

const key = 'sk/abc+def/1234'

test.each([
  ['key: sk/abc+def/1234.', 'key: ***.'],
  [String.raw`key: sk\/abc+def\/1234.`, 'key: ***.'],
  ['key=sk%2Fabc%2Bdef%2F1234.', 'key=***.'],
  [' two\n lines ', 'two lines'],
])('%j is told as %j', (text, reported) => {
  expect(saidByServer(text, { key })).toBe(reported)
})

test('the part of a key where no more was read is not told', () => {
  expect(saidByServer(String.raw`key: sk\/abc+`, { key, cut: 'end' })).toBe('key: ***')
  expect(saidByServer('key: sk/abc+', { key, cut: 'end' })).toBe('key: ***')
  expect(saidByServer('key: sk/abc+', { key })).toBe('key: sk/abc+')
})
