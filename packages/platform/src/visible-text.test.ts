import { expect, test } from 'vitest'
import { visibleText } from './visible-text.ts'

test.each([
  ['["sh","-c","id"]', '["sh","-c","id"]'],
  ['Grüße ~', 'Grüße ~'],
  ['a\u001b[8mb', 'a\\u{1b}[8mb'],
  ['\u202Etxt\u200B', '\\u{202e}txt\\u{200b}'],
  ['soft\u00ADhyphen\u00A0', 'soft\\u{ad}hyphen\\u{a0}'],
  ['\u{E0041}', '\\u{e0041}'],
])('%j is shown as %s', (text, shown) => {
  expect(visibleText(text)).toBe(shown)
})
