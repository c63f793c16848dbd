import { expect, test } from 'vitest'
import { hideSecrets } from './hide-secrets.ts'

const secrets = ['abcabcab', 'abcabcabXYZ', 'abcdefgh']

test('what is told piece by piece is what the whole text shows', () => {
  const { stream, text } = hideSecrets(secrets)
  const shown = stream()
  // Of secrets of which one begins another, the longer one may end in the next piece.
  const reported = [shown.push('x abcabcab'), shown.push('XYZ and abcabcab.'), shown.push(' abcd'), shown.end()]
  expect(reported).toEqual(['x ', '*** and ***.', ' ', 'abcd'])
  expect(reported.join('')).toBe(text('x abcabcabXYZ and abcabcab. abcd'))
})

test('of a text that a limit cut the begun secret is not told either', () => {
  const shown = hideSecrets(secrets).stream()
  expect([shown.push('x abcd'), shown.end('end')]).toEqual(['x ', '***'])
})

test.each([
  ['x abcd', 'x ***'],
  ['x abc', 'x abc'],
  ['x abcabcab', 'x ***'],
  ['x abcabcabXY', 'x ***'],
  ['x abcdefgh and abcde', 'x *** and ***'],
  ['abcde', '***'],
  ['bcdefgh x', 'bcdefgh x'],
])('%j, cut at its end, becomes %j', (text, shown) => {
  expect(hideSecrets(secrets).text(text, 'end')).toBe(shown)
})

test.each([
  ['efgh x', '*** x'],
  ['fgh x', 'fgh x'],
  ['abcabcab x', '*** x'],
  ['bcabXYZ x abcdefgh', '*** x ***'],
  ['x abcd', 'x abcd'],
])('%j, cut at its beginning, becomes %j', (text, shown) => {
  expect(hideSecrets(secrets).text(text, 'start')).toBe(shown)
})

test('a secret that a program printed as JSON or in an address is taken out, too', () => {
  const { text } = hideSecrets(['sk/abc+def/1234'])
  expect(text(String.raw`{"key":"sk\/abc+def\/1234"} ?key=sk%2Fabc%2Bdef%2F1234`)).toBe('{"key":"***"} ?key=***')
  expect(text(String.raw`{"key":"sk\/abc+d`, 'end')).toBe('{"key":"***')
})

test('a whole secret that reaches into the beginning of a cut one goes with it', () => {
  expect(hideSecrets(['11112222', '2222333344']).text('x 111122223333', 'end')).toBe('x ***')
})
