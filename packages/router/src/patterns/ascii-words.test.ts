import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asciiWords } from './ascii-words.ts'
import { compileLinear } from './linear-regex.ts'

function first(pattern: string, text: string): string | undefined {
  const regex = compileLinear(pattern)
  if (!regex.ok) throw new Error(regex.reason)
  return regex.first(text)
}

test.each([
  [String.raw`\bcafé\b`, 'Book a CAFÉ now', 'CAFÉ'],
  [String.raw`\bcafé\b`, 'all cafés now', undefined],
  [String.raw`\bübersetze\b`, 'Übersetze das.', 'Übersetze'],
  [String.raw`\bübersetze\b`, 'das 𝒜übersetze', undefined],
  [String.raw`\b(cat|catégorie)\b`, 'une catégorie', 'catégorie'],
  [String.raw`\bотч[её]т\b.*\bза\b`, '😀 Годовой отчёт за май', 'отчёт за'],
  [String.raw`\bотчёт\b`, 'отчёты', undefined],
  [String.raw`\bза [а-яё]{3}\b`, 'и за маі, и за май', 'за май'],
  [String.raw`\bза [^а-яё]+\b`, 'за маі', undefined],
  [String.raw`\bza\B.`, 'za, zaé', 'zaé'],
  [String.raw`ask \w+ [\w-]+ [A-Z]{2}`, 'Ask Zoë bien-sûr DE', 'Ask Zoë bien-sûr DE'],
  [String.raw`\W[\W\d]7`, 'é–é7', undefined],
  [String.raw`\W[\W\d]7`, 'é–77 ', '–77'],
  [String.raw`(?i)^(?P<what>naïve)\b.{2}$`, 'so\nNaïve—!', 'Naïve—!'],
  [String.raw`\bPDF\b`, '请翻译PDF文件', 'PDF'],
  [String.raw`\bPDF\b`, 'PDFを, PDF를, PDF', 'PDF'],
  [String.raw`\bPDF\b`, 'PDFé', undefined],
])('%s in %j', (pattern, text, matched) => {
  expect(first(pattern, text)).toBe(matched)
})

test.each([
  String.raw`\bk\p{Lu}\b`,
  String.raw`\b[[:alpha:]é]\b`,
  String.raw`\b[A-z]\b`,
  String.raw`\b(?-i:É)\b`,
  String.raw`\x41\b`,
])('%s is left to the engine', (pattern) => {
  expect(asciiWords(pattern)).toBeUndefined()
})

test('all letters of an alphabet have room, those of two with classes have not', () => {
  const russian = Array.from('абвгдеёжзийклмнопрстуфхцчшщъыьэюя')
  expect(first(String.raw`\b(${russian.join('|')})\b`, 'ёж я')).toBe('я')
  expect(asciiWords(String.raw`\b\d(${russian.join('|')})\b`)).toBeUndefined()
})

test('a pattern that could match in very many ways and does not', () => {
  expect(first(String.raw`(\b\w+\s?)*;$`, `${'wörd '.repeat(800)}!`)).toBeUndefined()
})

// As `\b` and `\w` would be if JavaScript knew letters.
const word = String.raw`[\p{L}\p{M}\p{N}_]`
const bound = `(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`
const unbound = `(?:(?<=${word})(?=${word})|(?<!${word})(?!${word}))`
const same = (piece: string): readonly [string, string] => [piece, piece]
const atom = fc.constantFrom<readonly [string, string]>(
  ...Array.from('abAéÉüжЖя—1 _', same),
  ...[
    '.',
    '[a-z]',
    '[^bé]',
    '[а-яü]',
    '[^а-я]',
    '[éÉ—b]',
    String.raw`\d`,
    String.raw`[\dé]`,
    '(?:é|ж)',
    '(?:éa|é)',
  ].map(same),
  [String.raw`\w`, word],
  [String.raw`\W`, word.replace('[', '[^')],
)
const anchor = fc.constantFrom<readonly [string, string]>(
  [String.raw`\b`, bound],
  [String.raw`\B`, unbound],
  same('^'),
  same('$'),
  same('|'),
)
const repeat = fc.constantFrom('', '', '', '*', '+', '?', '{2}')
const piece = fc.oneof(
  fc.tuple(atom, repeat).map(([[ours, theirs], count]) => [`${ours}${count}`, `${theirs}${count}`] as const),
  anchor,
)
const text = fc
  .array(fc.constantFrom(...Array.from('abABéÉüÜжЖяіñ— _1\n')), { maxLength: 10 })
  .map((characters) => characters.join(''))

test('a pattern matches what it would match if the engine knew all letters', () => {
  const property = fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), fc.array(text), (pieces, texts) => {
    const regex = compileLinear(String.raw`${pieces.map(([ours]) => ours).join('')}|\bq\b`)
    const oracle = new RegExp(`${pieces.map(([, theirs]) => theirs).join('')}|${bound}q${bound}`, 'imu')
    if (!regex.ok) return true
    return texts.every((one) => (regex.first(one) ?? '-') === (oracle.exec(one)?.[0] ?? '-'))
  })
  expect(
    fc.check(property, { numRuns: Number(process.env['RUNS'] ?? (process.env['LONG'] === undefined ? 60 : 200)) })
      .counterexample,
  ).toBeNull()
})
