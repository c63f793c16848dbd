import { wordSet } from '@datacortex/text'
import { proseParts } from './prose-parts.ts'
import type { TextSpan } from './text-span.ts'

/** A sentence of a text and the paragraph that it stands in, from 0. */
export type Sentence = TextSpan & { readonly paragraph: number }

/** The sentences of a Markdown or plain text, in order. Headings, tables and code have none. */
export function splitSentences(text: string): readonly Sentence[] {
  return proseParts(text).flatMap((part, paragraph) => partSentences(part, paragraph))
}

function partSentences(part: TextSpan, paragraph: number): readonly Sentence[] {
  const sentences: Sentence[] = []
  // The full stop of an emphasised sentence goes behind the mark that ends it.
  const masked = withoutEndsInLinks(part.text).replaceAll(/([.!?…。！？])(\*{1,3})(?=\s|$)/g, '$2$1')
  let begin = 0
  let end = 0
  const close = (): void => {
    const raw = part.text.slice(begin + leadOf(part.text, { begin, end }), end).trimEnd()
    const text = withoutHalfMarks(raw)
    const start = part.start + begin + leadOf(part.text, { begin, end }) + raw.indexOf(text)
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

/** Emphasis that goes on over the end of a sentence leaves one of its marks there, which would emphasise what follows. */
function withoutHalfMarks(text: string): string {
  if ((text.match(stars)?.length ?? 0) % 2 === 0) return text
  return text.startsWith('*') ? text.replace(/^\*+/, '') : text.replace(/(?<![\\*])\*+$/, '')
}

const stars = /(?<![\\*])\*+/g

/** White space and pictures before a sentence, and the mark that each line of a quotation has. */
function leadOf(part: string, { begin, end }: { begin: number; end: number }): number {
  const raw = part.slice(begin, end)
  const spaces = raw.length - raw.trimStart().length
  const startsLine = raw[spaces] === '>' && /\n[ \t]*$/.test(part.slice(Math.max(0, begin - 20), begin + spaces))
  if (startsLine) return /^[\s>]*/.exec(raw)?.[0].length ?? 0
  return raw[spaces] === '[' ? (pictures.exec(raw)?.[0].length ?? spaces) : spaces
}

/** What a picture shows, as a link to it, is no sentence of the text that it stands in. */
const pictures =
  /^\s*(?:\[(?:[^[\]\\]|\\.){1,300}\]\([^()\s]{1,2000}\.(?:avif|bmp|gif|jpe?g|png|svg|webp)(?:[?#][^()\s]{0,500})?\)\s*)+/i

const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' })

/** A text of the same length, in which no sentence ends inside a link: cut there, it would no longer be one. */
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
  const last = /(\S+)\.$/u.exec(tail)?.[1]?.replaceAll(/^[("'“„«[*_]+|\*+$/gu, '') ?? ''
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

function isOrdinal(before: string, { next, opens }: { next: string; opens: boolean }): boolean {
  if (/^\s*\p{N}+\.$/u.test(before.trimEnd())) return true
  if (afterOrdinal.has(next.toLowerCase())) return true
  const word = /(\p{L}+)\s+\p{N}{1,2}\.\s*$/u.exec(before.slice(-40))?.[1]?.toLowerCase() ?? ''
  return beforeOrdinal.has(word) && next !== '' && !opens
}

const afterOrdinal = wordSet(
  'januar februar märz april mai juni juli august september oktober november dezember jahrhundert jahrhunderts jahrtausend jahrtausends jh jhd',
)

/** As in `der 2. Weltkrieg`, `vom 3. Stock`. */
const beforeOrdinal = new Set('der die das dem den des im am vom zum zur beim'.split(' '))

/** Before a name, a number or the rest of the sentence: a sentence doesn't end here. In lower case, without dots. */
const neverLast: ReadonlySet<string> = wordSet(
  'dr prof mr mrs ms st mt messrs hon rev gen col lt sgt capt cmdr adm gov sen rep pres dipl ing mag hr fr frl fig figs eq eqs sec ch chap vol vols pp ed eds cf viz vs v approx ca al eg ie esp resp incl excl ref refs tab abb abs bd nr art bzw zb zt dh ua uä sog ggf evtl vgl inkl exkl usf bspw zzgl mind max min geb gest m mme mlle sr sra srta dña',
)

/** May be the last word of a sentence as well as stand in its middle. */
const mayBeLast: ReadonlySet<string> = wordSet(
  'etc am pm inc ltd co corp llc plc gmbh ag us uk eu usa un jr phd md ba ma bc ad usw jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun dept univ assn bros est jh jhd',
)

/** Only an abbreviation where a number follows. */
const beforeNumbers: ReadonlySet<string> = new Set(['no', 'nos', 'p', 'par', 'para', 's', 'z', 'kap'])

/** Words that begin sentences and rarely go on after an abbreviation. In lower case. */
const sentenceOpeners: ReadonlySet<string> = wordSet(
  'the a an this that these those it its he she they we you i in on at by for from with as if when while after before but and or so yet however moreover thus then there here what who how why our their his her no not der die das ein eine einer dies diese dieser es er sie wir ihr in im am an auf bei mit nach für und aber doch wenn als so dann hier da was wer wie warum unser le la les un une il elle el los las una',
)
