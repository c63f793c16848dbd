import { codedError } from '@datacortex/errors'
import type { NoteLocations, ScannedFile, ScannedNote, Skipped } from '@datacortex/notes'
import {
  decodeNote,
  noteHead,
  noteName,
  notePlace,
  readNote,
  readNoteBytes,
  scanWantedNotes,
  withDailyNotes,
} from '@datacortex/notes'
import { type SpacePaths, patientLimit, systemErrorCode } from '@datacortex/platform'
import { type NoteFilter, matchesNote } from '../index/note-filter.ts'
import { holdsPhrase, quotedPhrases } from '../search/quoted-phrases.ts'
import { type Asked, type ColdHit, coldHit, searchable } from './cold-hit.ts'
import { type QueryWord, countWord, holdsPart, queryWords } from '../search/query-words.ts'
import type { SearchPortOptions } from '../search/search-port.ts'

export type ColdScanOptions = Partial<Pick<SearchPortOptions, 'limit' | 'filter' | 'signal'>> & {
  /** Whether the index holds a note already, by path; such notes are passed over. */
  readonly isIndexed?: ((path: string) => boolean) | undefined
  readonly files?: readonly ScannedFile[] | undefined
  /** The time in milliseconds after which no further file is opened but the ten that match best; 1,000 if absent. */
  readonly budgetMs?: number | undefined
  /** Milliseconds from any point, never going back; the system's if absent. */
  readonly elapsed?: (() => number) | undefined
}

export type ColdScan = {
  readonly hits: readonly ColdHit[]
  readonly scanned: number
  /** Whether every file that could be a hit was looked at in time. */
  readonly complete: boolean
  readonly skipped: readonly Skipped[]
  /** Phrases in quotation marks that no file of those that may be hits has. */
  readonly unheld: readonly string[]
  readonly took_ms: number
}

/**
 * Searches the files of a space by words, without any index: for notes that are not indexed yet, or can't be. Those with
 * all phrases in quotation marks come first.
 * @example const { hits } = await coldScan(paths, 'spring tides')
 * @see Robertson, Zaragoza: The Probabilistic Relevance Framework: BM25 and Beyond, 2009
 */
export async function coldScan(paths: SpacePaths, query: string, options: ColdScanOptions = {}): Promise<ColdScan> {
  const { limit = 10, filter = {}, isIndexed, files, signal } = options
  const { budgetMs = patientLimit(1000), elapsed = () => performance.now() } = options
  const startedAt = elapsed()
  const isOver = (): boolean => elapsed() - startedAt > budgetMs
  const words = queryWords(query)
  const phrases = quotedPhrases(query)
  const seen: Seen = { matches: [], held: new Set(), skipped: [], scanned: 0, characters: 0 }
  let complete = true
  const locations = await withDailyNotes(paths)
  if (words.length + phrases.length > 0) {
    let batch: ScannedNote[] = []
    const readBatch = async (): Promise<void> => {
      await Promise.all(batch.map(async (file) => await look(file, { words, phrases, filter, locations, seen })))
      batch = []
    }
    for await (const entry of files ?? scanWantedNotes(paths, { signal })) {
      if (isOver()) {
        complete = false
        break
      }
      if (entry.kind === 'skipped') seen.skipped.push({ path: entry.path, reason: entry.reason })
      else if (isIndexed?.(entry.path) !== true && mayLieIn(entry.path, filter)) batch.push(entry)
      if (batch.length >= filesAtOnce) await readBatch()
    }
    if (complete) await readBatch()
  }
  const hits: ColdHit[] = []
  const fitting = ranked(seen, { words, phrases }).filter(({ fits }) => fits)
  for (const [index, { file, score }] of fitting.entries()) {
    signal?.throwIfAborted()
    // What the scan found is worth the time that the best ones take.
    if (hits.length >= limit || (index >= parsedAnyway && isOver())) {
      complete &&= hits.length >= limit
      break
    }
    // It may have gone since.
    const note = await readNote(file, { locations }).catch(() => undefined)
    if (note !== undefined && matchesNote(note, filter)) hits.push(coldHit(note, { words, phrases, score }))
  }
  const unheld = phrases.filter((phrase) => !seen.held.has(phrase))
  const { scanned, skipped } = seen
  return { hits, scanned, complete, skipped, unheld, took_ms: elapsed() - startedAt }
}

type Looking = Asked & { readonly filter: NoteFilter; readonly locations: NoteLocations; readonly seen: Seen }

type Match = {
  readonly file: ScannedNote
  readonly counts: readonly number[]
  /** Which words stand within longer ones, if not by themselves. */
  readonly parts: readonly boolean[]
  readonly hasPhrase: boolean
  readonly characters: number
  /** Whether it may satisfy the filter; the others count for the rarity of words. */
  readonly fits: boolean
  readonly isWhole: boolean
}
type Seen = {
  readonly matches: Match[]
  readonly skipped: Skipped[]
  readonly held: Set<string>
  scanned: number
  characters: number
}

const filesAtOnce = 32
/** Matches that are read whatever the time, so that a slow scan says what it found. */
const parsedAnyway = 10

const mostBytes = 20_000_000
/** A word in the name of a note says more than one in its text. */
const nameWeight = 3

async function look(file: ScannedNote, { words, phrases, filter, locations, seen }: Looking): Promise<void> {
  const skip = (reason: string): void => void seen.skipped.push({ path: file.path, reason })
  if (file.sizeBytes > mostBytes) {
    skip(`larger than ${mostBytes / 1_000_000} MB: found only once it is indexed`)
    return
  }
  const bytes = await readNoteBytes(file).catch(codedError)
  // Gone since the scan.
  if (bytes instanceof Error && systemErrorCode(bytes.cause) === 'ENOENT') return
  const decoded = bytes instanceof Error ? { reason: String(bytes.details['reason']) } : decodeNote(bytes, file.path)
  if ('reason' in decoded) {
    skip(decoded.reason)
    return
  }
  const { text: whole } = decoded
  const text = searchable(whole)
  seen.scanned += 1
  seen.characters += text.length
  const name = file.path.toLowerCase()
  const counts = words.map((word) => countWord(text, word) + nameWeight * countWord(name, word))
  const named = `${noteName(file.path)}\n${whole}`
  const has = phrases.filter((phrase) => holdsPhrase(named, phrase))
  const parts = words.map((word, place) => counts[place] === 0 && holdsPart(text, word))
  // A phrase may be of small words, which are not counted.
  if (has.length === 0 && counts.every((count, place) => count === 0 && parts[place] === false)) return
  const fits = mayMatch({ path: file.path, text: whole, searched: text, locations }, filter)
  if (fits) for (const phrase of has) seen.held.add(phrase)
  const hasPhrase = has.length > 0
  const isWhole = has.length === phrases.length
  seen.matches.push({ file, counts, parts, hasPhrase, characters: text.length, fits, isWhole })
}

const k1 = 1.2
const b = 0.75

function ranked({ matches: seen, scanned, characters }: Seen, { words, phrases }: Pick<Asked, 'words' | 'phrases'>) {
  const matches = withParts(seen, words)
  const mean = Math.max(1, characters / Math.max(1, scanned))
  const weights = words.map((_, place) => {
    const having = matches.filter(({ counts }) => (counts[place] ?? 0) > 0).length
    return Math.log(1 + (scanned - having + 0.5) / (having + 0.5))
  })
  const best = weights.reduce((sum, weight) => sum + weight * (k1 + 1), 0)
  return matches
    .map(({ file, counts, characters: length, fits, isWhole }) => {
      const norm = k1 * (1 - b + (b * length) / mean)
      const parts = counts.map((count, place) => ((weights[place] ?? 0) * count * (k1 + 1)) / (count + norm))
      const score = parts.reduce((sum, part) => sum + part, 0) / (best || 1)
      return { file, fits, score: phrases.length === 0 ? score : (score + Number(isWhole)) / 2 }
    })
    .sort((one, two) => two.score - one.score || (one.file.path < two.file.path ? -1 : 1))
}

/** A word that no file has by itself counts once where it stands within a longer one. */
function withParts(matches: readonly Match[], words: readonly QueryWord[]): readonly Match[] {
  const isMissing = words.map((_, place) => matches.every(({ counts }) => counts[place] === 0))
  return matches
    .map((one) => ({
      ...one,
      counts: one.counts.map((count, place) => (isMissing[place] === true ? Number(one.parts[place]) : count)),
    }))
    .filter(({ counts, hasPhrase }) => hasPhrase || counts.some((count) => count > 0))
}

/** Whether a note may satisfy a filter, as far as its path tells. */
function mayLieIn(path: string, { spaces, folder }: NoteFilter): boolean {
  if (folder !== undefined && !path.startsWith(`${folder}/`)) return false
  return spaces === undefined || spaces.includes(notePlace(path).space)
}

/** Whether a note may satisfy a filter, as far as is seen without parsing, which takes a hundred times as long. */
export function mayMatch({ path, text, searched, locations }: Unparsed, filter: NoteFilter): boolean {
  const { types, tags = [], from, to } = filter
  if (!tags.every((tag) => mayBeTagged(searched, tag))) return false
  if (types === undefined && from === undefined && to === undefined) return true
  return matchesNote({ ...noteHead(text, { path, locations }), path, tags: [] }, { ...filter, tags: undefined })
}

type Unparsed = {
  readonly path: string
  readonly text: string
  readonly searched: string
  readonly locations?: NoteLocations | undefined
}

/** A tag stands in the text, but signs and letters with accents may be written by their numbers in front matter. */
function mayBeTagged(searched: string, tag: string): boolean {
  const [plain = ''] = /[a-z0-9]+/.exec(tag.normalize('NFC').toLowerCase()) ?? []
  return searched.includes(plain)
}
