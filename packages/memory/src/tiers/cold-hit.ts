import type { Note, NoteChunk } from '@datacortex/notes'
import { isBareLine } from '../search/is-bare-line.ts'
import { holdsPhrase } from '../search/quoted-phrases.ts'
import { type QueryWord, countWord, holdsPart } from '../search/query-words.ts'

/** What is asked for. */
export type Asked = { readonly words: readonly QueryWord[]; readonly phrases: readonly string[] }

export type ColdHit = {
  readonly note: Pick<Note, 'path' | 'title' | 'type' | 'space' | 'tags' | 'date'>
  /** BM25 as a share of the best possible, 0–1; if phrases are in quotation marks, above 0.5 only with all of them. */
  readonly score: number
  readonly words: readonly string[]
  readonly headings: readonly string[]
  /** The lines around the best one, as they stand in the file. */
  readonly snippet: string
  /** Lines of the snippet, from 1, inclusive. */
  readonly startLine: number
  readonly endLine: number
}

const linesAround = 1
const mostSnippet = 400

/** The hit of a note, with the lines around its best one. */
export function coldHit(note: Note, { words, phrases, score }: Asked & { readonly score: number }): ColdHit {
  const { path, title, type, space, tags, date } = note
  const whole = searchable(`${path} ${title} ${note.chunks.map(({ text }) => text).join('\n')}`)
  const chunk = bestBy(note.chunks, ({ headings, text }) => {
    const said = `${headings.join(' ')} ${text}`
    // Each counts for more than all words.
    return weigh(said, words) + 100 * phrases.filter((phrase) => holdsPhrase(said, phrase)).length
  })
  return {
    note: { path, title, type, space, tags, date },
    score,
    words: words.filter((word) => standsIn(whole, word) > 0).map(({ word }) => word),
    headings: chunk?.headings ?? [],
    ...snippetOf(chunk, words),
  }
}

function snippetOf(chunk: NoteChunk | undefined, words: readonly QueryWord[]) {
  if (chunk === undefined) return { snippet: '', startLine: 1, endLine: 1 }
  const lines = chunk.text.split(/\r?\n/)
  const center = bestBy([...lines.keys()], (line) => weighLine(lines[line] ?? '', words)) ?? 0
  const isBare = (line: number): boolean =>
    line !== center && isBareLine(lines[line] ?? '') && lines[line]?.trim() !== ''
  let [first, last] = [Math.max(0, center - linesAround), Math.min(lines.length - 1, center + linesAround)]
  while (isBare(first)) first += 1
  while (isBare(last)) last -= 1
  const snippet = lines
    .slice(first, last + 1)
    .join('\n')
    .slice(0, mostSnippet)
  return { snippet, startLine: chunk.startLine + first, endLine: chunk.startLine + last }
}

/** The way to the next day is no line of a day, nor is an empty one. */
function weighLine(line: string, words: readonly QueryWord[]): number {
  return line.trim() === '' ? -2 : isBareLine(line) ? -1 : weigh(line, words)
}

/** Different words first, then how often. */
function weigh(text: string, words: readonly QueryWord[]): number {
  const counts = words.map((word) => standsIn(searchable(text), word)).filter((count) => count > 0)
  return counts.reduce((sum, count) => sum + 1 + Math.min(count, 9) / 100, 0)
}

function standsIn(lowered: string, word: QueryWord): number {
  return countWord(lowered, word) || Number(holdsPart(lowered, word))
}

function bestBy<T>(items: readonly T[], weight: (item: T) => number): T | undefined {
  let best: { readonly item: T; readonly weight: number } | undefined
  for (const item of items) {
    const now = weight(item)
    if (best === undefined || now > best.weight) best = { item, weight: now }
  }
  return best?.item
}

/** As the words of a query are written: lower case, an accent and its letter as one character. */
export function searchable(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
