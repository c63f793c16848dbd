import { isBareLine } from './is-bare-line.ts'
import { roughStem } from './query-words.ts'

/** The lines that say most about a query: the best and those beside it, at most 400 characters, bare links last. */
export function snippet(text: string, words: readonly string[], { firstLine }: { firstLine: number }) {
  const lines = text.split(/\r?\n/)
  const best = placeOfMost(lines.map((line) => weightOf(line, words)))
  let [first, last] = [best, best]
  let length = lines[best]?.length ?? 0
  for (const line of [best + 1, best - 1, best + 2]) {
    const more = lines[line]
    if (more === undefined || line > last + 1 || length + more.length > mostCharacters) continue
    first = Math.min(first, line)
    last = Math.max(last, line)
    length += more.length
  }
  while (first < best && isBareLine(lines[first] ?? '')) first += 1
  while (last > best && isBareLine(lines[last] ?? '')) last -= 1
  const cut = window(lines.slice(first, last + 1).join('\n'), words)
  return { text: cut, start: firstLine + first, end: firstLine + last }
}

const mostCharacters = 400
const beforeMatch = 80

/** Of equal ones the first. */
function placeOfMost(weights: readonly number[]): number {
  return weights.reduce((best, weight, place) => (weight > (weights[best] ?? -Infinity) ? place : best), 0)
}

/** Different words first; of equal lines the first, one of nothing but links and an empty one last. */
function weightOf(line: string, words: readonly string[]): number {
  if (line.trim() === '') return -2
  if (isBareLine(line)) return -1
  const lowered = line.normalize('NFC').toLowerCase()
  return words.filter((word) => lowered.includes(roughStem(word))).length
}

/** Of a line that is longer: the part with the first word of the query. */
function window(text: string, words: readonly string[]): string {
  if (text.length <= mostCharacters) return text
  const lowered = text.toLowerCase()
  // The text may have an accent and its letter as two characters.
  const forms = words.flatMap((word) => [roughStem(word), roughStem(word).normalize('NFD')])
  const places = forms.map((form) => lowered.indexOf(form)).filter((place) => place >= 0)
  const match = places.length === 0 ? 0 : Math.min(...places)
  const start = Math.min(Math.max(0, match - beforeMatch), text.length - mostCharacters)
  const part = text
    .slice(start, start + mostCharacters)
    .trim()
    .toWellFormed()
  return `${start > 0 ? '…' : ''}${part}${start + mostCharacters < text.length ? '…' : ''}`
}
