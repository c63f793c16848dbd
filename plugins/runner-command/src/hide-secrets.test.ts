import { expect, test } from 'vitest'
import { hideSecrets } from './hide-secrets.ts'

const secrets = ['abcabcab', 'abcabcabXYZ', 'abcdefgh']
const texts = [
  '',
  'abc',
  'no secret',
  'x abcabcab y',
  'abcabcabcdefgh',
  'abcabcabXYZ.',
  'abcabcabXabc',
  'abcabcabcabcab',
]

test.each(texts)('%j: no piece of any size shows a secret', (text) => {
  const { stream, text: whole } = hideSecrets(secrets)
  for (const secret of secrets) expect(whole(text)).not.toContain(secret)
  for (let size = 1; size <= text.length; size += 1) {
    const pieces: string[] = []
    const shown = stream((piece) => void pieces.push(piece))
    for (let from = 0; from < text.length; from += size) shown.add(text.slice(from, from + size))
    shown.end()
    for (const secret of secrets) expect(pieces.join('')).not.toContain(secret)
  }
})

test.each(texts.filter((text) => !secrets.some((secret) => text.includes(secret))))(
  '%j, which holds none, comes through in pieces of any size',
  (text) => {
    for (let size = 1; size <= text.length; size += 1) {
      const pieces: string[] = []
      const shown = hideSecrets(secrets).stream((piece) => void pieces.push(piece))
      for (let from = 0; from < text.length; from += size) shown.add(text.slice(from, from + size))
      shown.end()
      expect(pieces.join('')).toBe(text)
    }
  },
)

test('what can not become a secret is not kept back', () => {
  const pieces: string[] = []
  const shown = hideSecrets(secrets).stream((piece) => void pieces.push(piece))
  shown.add('a word ab')
  shown.add('out')
  expect(pieces).toEqual(['a word ', 'about'])
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

test('a whole secret that reaches into the beginning of a cut one goes with it', () => {
  expect(hideSecrets(['11112222', '2222333344']).text('x 111122223333', 'end')).toBe('x ***')
})
