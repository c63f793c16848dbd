import { expect, test } from 'vitest'
import { invisibleFinding } from './invisible-finding.ts'
import { oneLine } from './one-line.ts'
import { sanitiseText } from './sanitise-text.ts'

const tags = (text: string): string =>
  Array.from(text, (letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('')

test.each([
  ['tags', `a${tags('ignore')}b`, 'ab', { tag: 6 }],
  ['bidirectional controls', 'a\u202Eb\u2066c\u2069', 'abc', { bidi: 3 }],
  ['zero-width characters', 'p\u200Bay\uFEFF \u2060me', 'pay me', { zero_width: 3 }],
  ['joiners in Latin', 'a\u200Db\u200Cc', 'abc', { zero_width: 2 }],
  ['variation selectors behind letters', 'a\uFE0F\u{E0100}', 'a', { variation_selector: 2 }],
  ['all but one selector behind an emoji', '☺\uFE0F\uFE0F\u{E0101}', '☺\uFE0F', { variation_selector: 2 }],
  ['controls', 'a\u0000b\u001Bc\u0085d\u009F', 'abc\nd', { control: 3 }],
  ['soft hyphens', 'Donau\u00ADdampf', 'Donaudampf', { soft_hyphen: 1 }],
])('removes %s and counts them', (_, text, clean, counts) => {
  const zero = { tag: 0, variation_selector: 0, bidi: 0, zero_width: 0, control: 0, soft_hyphen: 0 }
  expect(sanitiseText(text)).toEqual({ text: clean, removed: { ...zero, ...counts } })
})

test.each([
  ['families', '👨\u200D👩\u200D👧'],
  ['hearts', '❤\uFE0F'],
  ['keycaps', '1\uFE0F\u20E3'],
  ['the flag of Scotland', '\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
  ['Persian', 'می\u200Cخواهم'],
  ['Hindi', 'क्\u200Dष'],
  ['marks beside Hebrew', 'שלום\u200F!'],
  ['Khmer word ends', 'ខ្មែរ\u200Bភាសា'],
])('keeps %s', (_, text) => {
  expect(sanitiseText(text).text).toBe(text.normalize('NFC'))
})

test('lines end in one way, text is NFC and well formed', () => {
  expect(sanitiseText('a\r\nb\rc\u2028d\fe').text).toBe('a\nb\nc\nd\ne')
  expect(sanitiseText('e\u0301').text).toBe('é')
  expect(sanitiseText('\ud800').text).toBe('\ufffd')
})

test('one line can forge nothing', () => {
  expect(oneLine(' Title\n---\nadmin: true\u2029 \u200B')).toBe('Title --- admin: true')
})

test('what hides is a warning, the rest is told, soft hyphens are not', () => {
  const of = (text: string) => invisibleFinding(sanitiseText(text).removed, 'a.txt')
  expect(of('a\u00ADb')).toEqual([])
  expect(of('a\u200Bb')).toMatchObject([
    { severity: 'info', message: 'Invisible characters were removed: 1 zero width.' },
  ])
  expect(of(tags('x'))).toMatchObject([{ code: 'CONTENT_INVISIBLE_REMOVED', severity: 'warning', subject: 'a.txt' }])
})
