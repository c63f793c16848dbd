export type InvisibleKind = 'tag' | 'variation_selector' | 'bidi' | 'zero_width' | 'control' | 'soft_hyphen'

/** How many characters of each kind were removed. */
export type RemovedCharacters = Readonly<Record<InvisibleKind, number>>

/** A text that shows all it says. */
export type SanitisedText = {
  /** NFC, lines end in `\n`. */
  readonly text: string
  readonly removed: RemovedCharacters
}

/**
 * Removes what can't be seen from a text of others: Unicode tags, variation selectors outside emoji, bidirectional
 * controls, zero-width characters, C0 and C1 controls. Hidden instructions travel in these.
 *
 * Joiners stay inside emoji and in scripts that need them, marks of direction beside letters that run from right to
 * left, and the flags that are spelled with tags. Line ends become `\n`, the text NFC.
 * @example sanitiseText('pay\u200B me').text // 'pay me'
 * @see https://www.unicode.org/reports/tr36/
 */
export function sanitiseText(text: string): SanitisedText {
  const removed = { tag: 0, variation_selector: 0, bidi: 0, zero_width: 0, control: 0, soft_hyphen: 0 }
  const lines = text.toWellFormed().replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
  if (!suspicious.test(lines)) return { text: lines.normalize('NFC'), removed }
  const kept = lines.replaceAll(allowed, (found, sequence: string | undefined) => {
    if (sequence !== undefined) return found
    removed[kindOf(found.codePointAt(0) ?? 0)] += 1
    return ''
  })
  return { text: kept.normalize('NFC'), removed }
}

const invisible =
  String.raw`[\0-\x08\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e` +
  String.raw`\u2060-\u206f\u3164\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff` +
  String.raw`\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]`

const joining =
  String.raw`[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}` +
  String.raw`\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}` +
  String.raw`\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]`
const unspaced = String.raw`[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`
const leftwards = String.raw`[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]`
const pictograph = String.raw`\p{Extended_Pictographic}`

const suspicious = new RegExp(invisible, 'u')

/** The first group is what stays although it can't be seen; any other match goes. */
const allowed = new RegExp(
  [
    // Flags of regions: a black flag, the region's letters as tags, and the tag that ends them.
    String.raw`(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}`,
    String.raw`(?<=${pictograph}|[0-9#*])\ufe0f(?=\u20e3)`,
    String.raw`(?<=${pictograph})[\ufe0e\ufe0f]`,
    String.raw`(?<=${pictograph}\ufe0f?|\p{Emoji_Modifier})\u200d(?=${pictograph})`,
    String.raw`(?<=${joining}\p{M}?)[\u200c\u200d]`,
    String.raw`(?<=${unspaced}\p{M}?)\u200b(?=${unspaced})`,
    String.raw`(?<=${leftwards})[\u200e\u200f\u061c]`,
    String.raw`[\u200e\u200f\u061c](?=${leftwards})`,
    String.raw`(?<=\p{Script=Mongolian})[\u180b-\u180d\u180f])`,
  ].join('|') + `|${invisible}`,
  'gu',
)

function kindOf(code: number): InvisibleKind {
  if (code === 0xad) return 'soft_hyphen'
  if ((code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef)) return 'variation_selector'
  if (code >= 0xe0000 && code <= 0xe0fff) return 'tag'
  const isBidi = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)
  if (isBidi || code === 0x200e || code === 0x200f || code === 0x61c) return 'bidi'
  const isControl = code < 0xa0 || code >= 0xfdd0
  return isControl && code !== 0xfeff && code !== 0xffa0 ? 'control' : 'zero_width'
}
