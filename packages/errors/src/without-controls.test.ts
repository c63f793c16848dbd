import { expect, test } from 'vitest'
import { withoutControls } from './without-controls.ts'

test.each([
  ['escapes of a terminal', 'a\u001b[31mb\u009b2Jc\u0007\b\r', 'a[31mb2Jc'],
  ['direction marks', 'x\u202egnp.exe\u2066\u2069\u200f\u061c', 'xgnp.exe'],
  ['tag characters and marks of byte order', '\ufeffhi\u{e0001}\u{e0068}\u{e007f}', 'hi'],
])('takes out %s', (_name, text, clean) => {
  expect(withoutControls(text)).toBe(clean)
})

test('leaves what people see, with tabs and newlines', () => {
  const text = 'a\tb\nfür 绿茶 👩‍👩‍👧 שלום e\u0301'
  expect(withoutControls(text)).toBe(text)
})
