import { isUnspaced } from '@datacortex/vector-store'
import { roughStem } from './query-words.ts'

/** A text whose wording is weighed. */
export type WordedText = {
  readonly text: string
  /** Whether its first line is a title and headings. */
  readonly isHeaded: boolean
  readonly fileName?: string | undefined
}

/** What wording adds beyond single words and meaning, 0 to 3.7: words in sequence, and in a title or heading. */
export function wordingScore({ text, isHeaded }: WordedText, words: readonly string[]): number {
  if (words.length === 0) return 0
  const lowered = text.slice(0, mostCharacters).normalize('NFC').toLowerCase()
  const asked = words.map(roughStem)
  const places = new Map(asked.map((stem) => [stem, placesOf(stem, lowered)]))
  const isFollowed = (stem: string, next: string): boolean => {
    const starts = new Set(places.get(next)?.map(({ start }) => start))
    const follows = (place: Place): boolean => starts.has(wordStart(lowered, place.end)) || isOverlapped(place, starts)
    return places.get(stem)?.some(follows) === true
  }
  const pairs = new Map(asked.slice(1).map((next, place) => [`${asked[place]} ${next}`, [asked[place] ?? '', next]]))
  const followed = [...pairs.values()].filter(([stem = '', next = '']) => isFollowed(stem, next)).length
  const lineEnd = isHeaded ? lowered.indexOf('\n') : 0
  const named = [...places.values()].filter(([first]) => first !== undefined && first.start < lineEnd).length
  return (pairWeight * followed + headingWeight * named) / words.length
}

/** 2 to 5 differ little on six public sets. */
const pairWeight = 3
/** 0.5 to 1 differ little. */
const headingWeight = 0.7
/** More than a chunk has. */
const mostCharacters = 8000

type Place = { readonly start: number; readonly end: number }

/** Whether the next part of a word begins within this one; whole words never do. */
function isOverlapped({ start, end }: Place, starts: ReadonlySet<number>): boolean {
  for (let within = start + 1; within < end; within += 1) if (starts.has(within)) return true
  return false
}

/** Where a word stands in any of its forms, or a part of one that has no spaces around it; a text has thousands of words, of which few are asked for. */
function placesOf(stem: string, text: string): readonly Place[] {
  const places: Place[] = []
  const isPart = isUnspaced(stem)
  for (let start = text.indexOf(stem); start >= 0; start = text.indexOf(stem, start + stem.length)) {
    let end = start + stem.length
    if (isPart) {
      places.push({ start, end })
      continue
    }
    if (start > 0 && isPartOfWord(text, start - 1)) continue
    while (isPartOfWord(text, end)) end += 1
    if (roughStem(text.slice(start, end)) === stem) places.push({ start, end })
  }
  return places
}

function wordStart(text: string, from: number): number {
  let start = from
  while (start < text.length && !isPartOfWord(text, start)) start += 1
  return start
}

function isPartOfWord(text: string, place: number): boolean {
  const code = text.charCodeAt(place)
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
  return /[\p{L}\p{M}\p{N}]/u.test(text.charAt(place))
}
