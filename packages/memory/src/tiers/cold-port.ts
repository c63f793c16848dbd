import type { SpacePaths } from '@datacortex/platform'
import { matchesNote } from '../index/note-filter.ts'
import { MemoryJournal } from '../sessions/memory-journal.ts'
import { stillHolds } from '../sessions/session-memory.ts'
import { type ColdHit, type ColdScan, type ColdScanOptions, coldScan } from './cold-scan.ts'
import { memoryHit } from './recent-memories.ts'
import { countWord, queryWords } from '../search/query-words.ts'
import { wordScore } from './word-score.ts'
import { holdsPhrase, quotedPhrases } from '../search/quoted-phrases.ts'
import { onlyShown } from '../search/shown.ts'
import type { SearchHit, SearchPort, SearchPortOptions } from '../search/search-port.ts'

export type ColdPortOptions = Pick<ColdScanOptions, 'budgetMs' | 'elapsed' | 'files' | 'isIndexed'> & {
  /** Of the space; its memories are searched too. */
  readonly journal?: MemoryJournal | undefined
  /** Called with what the scan of the files was. */
  readonly onScan?: ((scan: ColdScan) => void) | undefined
}

/**
 * The files and the journal of session memories as a port: tier 3, for what is not indexed.
 *
 * @example await select({ cold: coldPort(paths), elapsed: () => performance.now() }, 'tides', { limit: 5 })
 */
export function coldPort(paths: SpacePaths, options: ColdPortOptions = {}): SearchPort {
  const { budgetMs, elapsed, isIndexed, files, onScan, journal = new MemoryJournal(paths) } = options
  return async (query, { limit, filter, shown, signal }) => {
    const isPassedOver = (path: string): boolean => isIndexed?.(path) === true || shown?.path(path) === false
    const [scan, memories] = await Promise.all([
      coldScan(paths, query, { limit, filter, isIndexed: isPassedOver, files, budgetMs, elapsed, signal }),
      coldMemories(journal, query, filter),
    ])
    onScan?.(scan)
    const known = shown === undefined ? memories : await onlyShown(memories, shown)
    const hits = [...scan.hits.map(coldSearchHit), ...known]
    return hits.toSorted((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1)).slice(0, limit)
  }
}

/** A hit of a scan in the form of all searches. */
function coldSearchHit({ note, score, snippet, startLine, endLine }: ColdHit): SearchHit {
  const { path, title, type, space, tags, date } = note
  return {
    id: path,
    path,
    title,
    type,
    score: Math.min(1, score),
    hop: 0,
    snippet,
    origin: 'local',
    space,
    tags,
    date,
    start: startLine,
    end: endLine,
  }
}

async function coldMemories(
  journal: MemoryJournal,
  query: string,
  filter: SearchPortOptions['filter'] = {},
): Promise<readonly SearchHit[]> {
  const words = queryWords(query)
  const phrases = quotedPhrases(query)
  const { ledger } = await journal.read()
  return ledger.memories.flatMap((memory) => {
    const hit = memoryHit(memory)
    const { type, tags = [], space = '', date } = hit
    if (!stillHolds(memory) || !matchesNote({ type, tags, space, date }, filter)) return []
    const text = `${hit.title}\n${hit.snippet}\n${tags.join(' ')}`.toLowerCase()
    const has = words.filter((word) => countWord(text, word) > 0)
    const isWhole = phrases.length > 0 && phrases.every((phrase) => holdsPhrase(text, phrase))
    const score = wordScore(has, words)
    if (has.length === 0 && !isWhole) return []
    return [{ ...hit, score: phrases.length === 0 ? score : (score + Number(isWhole)) / 2 }]
  })
}
