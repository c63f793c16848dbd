import { stripVTControlCharacters } from 'node:util'

/**
 * How many columns of a terminal a text takes: two for a Chinese, Japanese or Korean character and for an emoji, none for
 * a mark above or below a letter. A vowel beside it takes one of its own, as in most terminals: `को`, `น้ำ`.
 * @param text - One line, coloured or not.
 * @example displayWidth('绿茶') // 4
 * @see https://www.unicode.org/reports/tr11/
 */
export function displayWidth(text: string): number {
  const plain = stripVTControlCharacters(text)
  if (isPlain.test(plain)) return plain.length
  // Made only now: it takes longer than most commands print.
  segmenter ??= new Intl.Segmenter()
  return [...segmenter.segment(plain)].reduce((sum, { segment }) => sum + widthOf(segment), 0)
}

function widthOf(segment: string): number {
  if (isWide.test(segment)) return 2
  return Math.max(1, Array.from(segment.replaceAll(withoutWidth, '')).length)
}

const withoutWidth = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}]/gu

/** Latin letters, and dashes, quotation marks and ellipses. */
const isPlain = /^[\u0020-\u024f\u2010-\u2027\u2030-\u205e]*$/

const isWide =
  /^(?:\p{Emoji_Presentation}|.\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}])/u

let segmenter: Intl.Segmenter | undefined
