import fc from 'fast-check'
import { expect, test } from 'vitest'
import { concealedStream } from './concealed-stream.ts'

/** Whole texts, longest value first, as `readSecretValues` does it. */
function concealAll(values: readonly string[]): (text: string) => string {
  const ordered = values.toSorted((one, other) => other.length - one.length)
  return (text) => ordered.reduce((rest, value) => rest.replaceAll(value, () => '[secret]'), text)
}

function streamed(pieces: readonly string[], values: readonly string[]): readonly string[] {
  const stream = concealedStream(values, concealAll(values))
  return [...pieces.map((piece) => stream.push(piece)), stream.end()]
}

test('a secret that comes in pieces is not shown, and nothing else waits', () => {
  expect(streamed(['key: 1234', '5678', ', or 12', '3 o’clock'], ['12345678'])).toEqual([
    'key: ',
    '[secret]',
    ', or ',
    '123 o’clock',
    '',
  ])
  expect(streamed(['ends with 1234'], ['12345678'])).toEqual(['ends with ', '1234'])
  expect(streamed(['key \ud83d', '\udd11secret'], ['\u{1f511}secret'])).toEqual(['key ', '[secret]', ''])
  expect(streamed(['plain ', 'text'], [])).toEqual(['plain ', 'text', ''])
})

test('of secrets of which one begins another the longer one is taken out', () => {
  expect(streamed(['12345678', '-and-more', ' 12345678.'], ['12345678', '12345678-and-more'])).toEqual([
    '',
    '[secret]',
    ' [secret].',
    '',
  ])
})

test('a secret that is all there is taken out also if its end begins another', () => {
  expect(streamed(['aaaabbbb', 'cccc'], ['aaaabbbb', 'bbbbcccc']).join('')).toBe('[secret]cccc')
})

test.each([
  [['key: 1234'], 'key: ***'],
  [['key: 123'], 'key: 123'],
  [['key: 12', '3456'], 'key: ***'],
  [['key: 12345678'], 'key: [secret]'],
  [['12345678, 12345'], '[secret], ***'],
  [['plain'], 'plain'],
])('of %j, which a limit cut, the begun secret is taken out, too', (pieces, shown) => {
  const values = ['12345678']
  const stream = concealedStream(values, concealAll(values))
  const out = pieces.map((piece) => stream.push(piece)).join('')
  expect(out + stream.endCut('***')).toBe(shown)
  expect([stream.endCut('***'), stream.end()]).toEqual(['', ''])
})

test('a whole secret that reaches into the begun one goes with it where the text is cut', () => {
  const values = ['11112222', '2222333344']
  const stream = concealedStream(values, concealAll(values))
  expect(stream.push('x 111122223333') + stream.endCut('***')).toBe('x ***')
})

test('a text that repeats the beginning of a secret does not wait without end', () => {
  const stream = concealedStream(['aaaaaaaa'], concealAll(['aaaaaaaa']))
  const shown = Array.from({ length: 8 }, () => stream.push('a'.repeat(20_000)))
  expect(shown.join('').length).toBeGreaterThan(50_000)
  const values = ['aaaaaaaa', 'abS3cretS3cret']
  const cut = streamed([`${'a'.repeat(100_020)}abS3cr`, 'etS3cret!'], values).join('')
  expect(cut).not.toContain('S3cret')
})

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 30 })

test('however a text is cut, what is shown is what the whole text would show', () => {
  const value = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 3, maxLength: 6 })
  const secrets = fc.uniqueArray(value, { maxLength: 3 })
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 8 }), secrets, (pieces, values) => {
      expect(streamed(pieces, values).join('')).toBe(concealAll(values)(pieces.join('')))
    }),
    { numRuns: process.env['LONG'] ? 20_000 : 1000 },
  )
})

test('wherever a limit cuts a text, no secret and no long part of one is left', () => {
  const values = ['abcabcab', 'abcabcabXYZ', 'abcdefgh']
  const text = 'xy abcabcab z abcabcabXYZ abcabcabcdefgh abcabcabXabc abcabcabcabcab.'
  for (let length = 0; length <= text.length; length += 1)
    for (const size of [1, 3, 100]) {
      const stream = concealedStream(values, concealAll(values))
      let out = ''
      for (let from = 0; from < length; from += size)
        out += stream.push(text.slice(from, Math.min(length, from + size)))
      out += stream.endCut('***')
      for (const value of values) {
        expect(out).not.toContain(value)
        expect(out.endsWith(value.slice(0, 4))).toBe(false)
      }
    }
})
