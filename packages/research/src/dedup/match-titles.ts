import { distance } from 'fastest-levenshtein'
import { wordsOf } from './words.ts'

export type TitleKey = {
  /** Words without marks over letters, joined by a blank. */
  readonly text: string
  /** Numbers, roman numerals and versions, sorted: titles that differ in them name different things. */
  readonly numbers: string
  /** Whether so many words are hardly chosen twice: an editorial or a weekly column is not distinctive. */
  readonly distinctive: boolean
  /** How many words say something. */
  readonly weight: number
}

/** What two titles alone say: `possible` needs a second sign, such as the year or an author. */
export type TitleMatch = 'same' | 'possible' | 'different'

const largestDistance = 0.2
const distinctiveWeight = 4
const distinctiveWords = 5

/**
 * A title prepared for {@link matchTitles}.
 *
 * A name of the site after a bar is left out, and remarks in brackets that hold no number.
 * @example titleKey('How tides work | Sea News', ['Sea News'])
 */
export function titleKey(title: string, siteNames: readonly string[] = []): TitleKey {
  const words = wordsOf(
    withoutRemarks(withoutSite(title, siteNames))
      .normalize('NFKD')
      .replaceAll(/\p{M}+/gu, ''),
  )
  const versions = title.toLowerCase().match(/\d+(?:\.\d+)+/gu) ?? []
  const weight = words.reduce((all, word) => all + weightOf(word), 0)
  return {
    text: words.join(' '),
    numbers: [...new Set([...words.filter(isNumber), ...versions])].sort().join(','),
    weight,
    distinctive: weight >= distinctiveWeight || (words.length >= distinctiveWords && weight >= 2),
  }
}

/**
 * Whether two titles name one work: fewer than a fifth of the letters differ, and no number, roman numeral or version
 * (“Part 1” and “Part 2”, “2.0” and “2.1” are near and different).
 * @returns `possible` where equal titles may well be chance, since they are short, and where one goes on after the other.
 * @example matchTitles(titleKey('Tides, Part 1'), titleKey('Tides, Part 2')) // 'different'
 */
export function matchTitles(a: TitleKey, b: TitleKey): TitleMatch {
  if (a.text === '' || b.text === '' || a.numbers !== b.numbers) return 'different'
  const longer = Math.max(a.text.length, b.text.length)
  if (Math.abs(a.text.length - b.text.length) >= longer * largestDistance) return 'different'
  if (distance(a.text, b.text) / longer >= largestDistance) return 'different'
  return a.distinctive && b.distinctive && !isExtended(a.text, b.text) ? 'same' : 'possible'
}

/** “Comment on X”, “X: one year later”: words before or after a title make it another one. */
function isExtended(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  return long !== short && (long.startsWith(`${short} `) || long.endsWith(` ${short}`))
}

function withoutSite(title: string, siteNames: readonly string[]): string {
  const parts = title.split(/\s+[|·»]\s+|\s+::\s+/u)
  const [first = title] = parts
  let main = parts.length > 1 && first.length >= 12 ? first : title
  for (const name of siteNames) {
    if (name.trim() === '' || !main.toLowerCase().endsWith(name.toLowerCase())) continue
    main = main.slice(0, -name.length).replace(/\s+[-–—:]\s*$/u, '') || main
  }
  return main
}

function withoutRemarks(title: string): string {
  const short = title.replaceAll(
    /\((?<remark>[^()]*)\)|\[(?<note>[^[\]]*)\]/gu,
    (whole, remark?: string, note?: string) => (wordsOf(remark ?? note ?? '').some(isNumber) ? whole : ' '),
  )
  return short.trim() === '' ? title : short
}

function isNumber(word: string): boolean {
  return /\d/u.test(word) || /^[ivx]+$/u.test(word)
}

/** Four letters make a word that says something, in most languages; a sign of a script without blanks says half. */
function weightOf(word: string): number {
  if (word.length >= 4) return 1
  return /^[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script=Thai}]$/u.test(
    word,
  )
    ? 0.5
    : 0
}
