import { beforeNumbers, mayBeLast, neverLast, sentenceOpeners } from './abbreviations.ts'
import { proseParts } from './prose-parts.ts'
import type { TextSpan } from './text-span.ts'

/** A sentence of a text and the paragraph that it stands in, from 0. */
export type Sentence = TextSpan & { readonly paragraph: number }

/**
 * The sentences of a Markdown or plain text. Headings, tables and code have none.
 *
 * Each paragraph is segmented by itself (Unicode's rules), then a sentence that ends in an abbreviation is joined to
 * the next one.
 *
 * @param text - Any text.
 * @returns In order, not overlapping; `text.slice(start, end)` is the sentence.
 * @example splitSentences('Dr. Lee left. It rained.').length // 2
 * @see https://unicode.org/reports/tr29/#Sentence_Boundaries
 */
export function splitSentences(text: string): readonly Sentence[] {
  return proseParts(text).flatMap((part, paragraph) => partSentences(part, paragraph))
}

function partSentences(part: TextSpan, paragraph: number): readonly Sentence[] {
  const sentences: Sentence[] = []
  const masked = withoutEndsInLinks(part.text)
  let begin = 0
  let end = 0
  const close = (): void => {
    const lead = leadOf(part.text, { begin, end })
    const text = part.text.slice(begin + lead, end).trimEnd()
    const start = part.start + begin + lead
    if (text !== '') sentences.push({ text, start, end: start + text.length, paragraph })
    begin = end
  }
  for (const { segment, index } of segmenter.segment(masked)) {
    if (index > begin && !goesOn(masked.slice(begin, index), segment)) close()
    end = index + segment.length
  }
  close()
  return sentences
}

/** White space before a sentence, and the mark that each line of a quotation has. */
function leadOf(part: string, { begin, end }: { readonly begin: number; readonly end: number }): number {
  const raw = part.slice(begin, end)
  const spaces = raw.length - raw.trimStart().length
  const startsLine = raw[spaces] === '>' && /\n[ \t]*$/.test(part.slice(Math.max(0, begin - 20), begin + spaces))
  return startsLine ? (/^[\s>]*/.exec(raw)?.[0].length ?? 0) : spaces
}

const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' })

/**
 * A text of the same length, in which no sentence ends inside a link: cut there, it would no longer be one.
 *
 * A full stop at the end of a label is mostly that of an abbreviation, as in `[Apple Inc.](…)`; other marks there still
 * end a sentence, behind the link.
 */
function withoutEndsInLinks(text: string): string {
  return text.replaceAll(link, (_, label: string, target: string) => {
    const last = /[!?…]["'”’»)*_]{0,3}\]$/u.exec(label)?.[0][0] ?? 'x'
    return label.replaceAll(/[.!?…。！？]/g, ',') + 'x'.repeat(target.length - 1) + last
  })
}

/** A label may be the last bracket only, as behind an image. Bounded, so that hostile texts take no longer. */
const link = /((?:\[(?:[^[\]\\]|\\.){0,500})?\])(\((?:[^()\\\n]|\\.|\([^()\n]{0,200}\)){0,2000}\))/g

/** Whether what looks like the end of a sentence is only an abbreviation, an initial, an ordinal or a line's end. */
function goesOn(before: string, after: string): boolean {
  const tail = before.slice(-40).trimEnd()
  // Unicode ends a sentence at each line feed; in a paragraph it is only where the line was wrapped.
  if (!/[…\p{Sentence_Terminal}]["'”’»)\]*_]*$/u.test(tail)) return true
  // Unicode ends a sentence at each `?`, be it in an address. Only Chinese and Japanese write no space behind the end.
  if (!/\s$/.test(before.slice(-1)) && !/[。！？]["'”’»)\]*_]*$/u.test(tail)) return true
  if (!tail.endsWith('.')) return false
  const next = /^[\s("'“„«[*_]*([\p{L}\p{N}]+)/u.exec(after)?.[1] ?? ''
  if (/^\p{Ll}/u.test(next)) return true
  const last = /(\S+)\.$/u.exec(tail)?.[1]?.replace(/^[("'“„«[*_]+/u, '') ?? ''
  const word = last.replaceAll('.', '').toLowerCase()
  // As in `z. B.` and `d. h.`, written with a space.
  if (/^\p{Ll}$/u.test(last) && /^\p{L}$/u.test(next)) return true
  const opens = sentenceOpeners.has(next.toLowerCase())
  if (neverLast.has(word)) return !(opens && word.length > 3)
  if (beforeNumbers.has(word) && /^\p{N}/u.test(next)) return true
  if (/^\p{N}{1,2}$/u.test(last)) return isOrdinal(before, { next, opens })
  // Scripts without capitals have initials too, as in `พ.ศ.` and `ق.م.`
  const isInitials = /^(?:[\p{Lu}\p{Lo}]\.)*[\p{Lu}\p{Lo}]$/u.test(last) && last !== 'I'
  return (isInitials || mayBeLast.has(word)) && next !== '' && !opens
}

function isOrdinal(before: string, { next, opens }: { readonly next: string; readonly opens: boolean }): boolean {
  if (/^\s*\p{N}+\.$/u.test(before.trimEnd())) return true
  if (afterOrdinal.has(next.toLowerCase())) return true
  const word = /(\p{L}+)\s+\p{N}{1,2}\.\s*$/u.exec(before.slice(-40))?.[1]?.toLowerCase() ?? ''
  return beforeOrdinal.has(word) && next !== '' && !opens
}

const afterOrdinal = new Set(
  (
    'januar februar märz april mai juni juli august september oktober november dezember ' +
    'jahrhundert jahrhunderts jahrtausend jahrtausends jh jhd'
  ).split(' '),
)

/** As in `der 2. Weltkrieg`, `vom 3. Stock`. */
const beforeOrdinal = new Set('der die das dem den des im am vom zum zur beim'.split(' '))
