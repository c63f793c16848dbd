import { readFile } from 'node:fs/promises'
import { BertTokenizer } from '@xenova/transformers'
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { vocabularyOf } from './convert-weights.ts'
import { packagedMiniLm } from './packaged-weights.ts'
import { type WordPiece, wordPiece } from './word-piece.ts'

let ours: WordPiece
let library: BertTokenizer
beforeAll(async () => {
  const text = await readFile(packagedMiniLm.tokenizerFile, 'utf8')
  ours = wordPiece(vocabularyOf(text), packagedMiniLm.maxTokens)
  library = new BertTokenizer(JSON.parse(text) as object, { do_lower_case: true })
})

test.each([
  '',
  ' \n\t ',
  'my pod keeps crash looping',
  "Don't PANIC: it's 3.14 % of $1,000 (see §4.2) — `a_b` <c> ~d^e|f=g+h",
  'Ångström, naïve CAFÉ, İstanbul, Straße, ﬁne ²',
  '日本語のテキスト and 漢字 mixed𠀀in, 한국어, ต้มยำกุ้ง, हिन्दी',
  'zero\u0000width\u200bspace\ufeff soft\u00adhyphen \ufffd \u2028 line',
  'emoji 👩‍👩‍👧 🤗 and \ud800 half',
  `${'x'.repeat(100)} ${'y'.repeat(101)} ${'😀'.repeat(60)}`,
  'supercalifragilisticexpialidocious antidisestablishmentarianism zzzzqqq',
  '[unused5] [ CLS ] ## ##ing ing',
])('%j becomes the tokens that the library makes of it', (text) => {
  expect([...ours.tokens(text)]).toEqual(library.encode(text))
})

test('so does any text', () => {
  const word = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.constantFrom('Agents', ' '))
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), (words) => {
      const text = words.join('')
      expect([...ours.tokens(text)]).toEqual(library.encode(text))
    }),
  )
})

test('a long text is cut, and closed', () => {
  const tokens = ours.tokens('word '.repeat(500))
  expect([tokens.length, tokens[0], tokens[1], tokens.at(-1)]).toEqual([256, 101, 2773, 102])
  expect(ours.tokens(`${'word '.repeat(254)} more`)).toEqual(ours.tokens('word '.repeat(254)))
})

test('what names a token of the model in a text is a text', () => {
  expect(ours.tokens('a [MASK] b')).toHaveLength(7)
})
