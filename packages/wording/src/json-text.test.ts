import { expect, test } from 'vitest'
import { jsonText } from './json-text.ts'

test('JSON escapes what nobody sees, and says the same', () => {
  const value = { 'k\u202e': ['\u001b\u0085\u009b', '\u{e0041}\ufeff', 'é 绿茶 👩‍👩‍👧\n'] }
  const text = jsonText(value)
  expect(text).toBe('{"k\\u202e":["\\u001b\\u0085\\u009b","\\udb40\\udc41\\ufeff","é 绿茶 👩‍👩‍👧\\n"]}')
  expect(JSON.parse(text)).toEqual(value)
})
