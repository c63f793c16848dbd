import type { SpacePaths } from '@datacortex/platform'
import { matchesNote } from '../index/note-filter.ts'
import type { MemoryText, ReadMemoryTexts } from '../memories/memory-text.ts'
import type { ColdHit } from './cold-hit.ts'
import { type ColdScan, type ColdScanOptions, coldScan } from './cold-scan.ts'
import { countWord, queryWords, wordScore } from '../search/query-words.ts'
import { holdsPhrase, quotedPhrases } from '../search/quoted-phrases.ts'
import { onlyShown } from '../search/shown-index.ts'
import type { SearchHit, SearchPort, SearchPortOptions } from '../search/search-port.ts'
import { memoryRowId, memoryTitle } from '../memories/memory-rows.ts'

export type ColdPortOptions = Pick<ColdScanOptions, 'budgetMs' | 'elapsed' | 'files' | 'isIndexed'> & {
  readonly memories?: ReadMemoryTexts | undefined
  readonly onScan?: ((scan: ColdScan) => void) | undefined
}

/**
 * The files and the memories of a space as a port: tier 3, for what is not indexed.
 * @example await select({ cold: coldPort(paths), elapsed: () => performance.now() }, 'tides', { limit: 5 })
 */
export function coldPort(paths: SpacePaths, options: ColdPortOptions = {}): SearchPort {
  const { budgetMs, elapsed, isIndexed, files, onScan, memories = () => Promise.resolve([]) } = options
  return async (query, { limit, filter, shown, signal }) => {
    const isPassedOver = (path: string): boolean => isIndexed?.(path) === true || shown?.path(path) === false
    const [scan, remembered] = await Promise.all([
      coldScan(paths, query, { limit, filter, isIndexed: isPassedOver, files, budgetMs, elapsed, signal }),
      memories().then((all) => coldMemories(all, query, filter)),
    ])
    onScan?.(scan)
    const known = shown === undefined ? remembered : await onlyShown(remembered, shown)
    const hits = [...scan.hits.map(coldSearchHit), ...known]
    return hits.toSorted(bestFirst).slice(0, limit)
  }
}

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

/**
 * Memories as a port, by their words.
 * @example memoryPort(async () => memories)
 */
export function memoryPort(memories: ReadMemoryTexts): SearchPort {
  return async (query, { limit, filter }) =>
    coldMemories(await memories(), query, filter)
      .toSorted(bestFirst)
      .slice(0, limit)
}

/** The order of hits by score; of equal ones always the same. */
export function bestFirst(one: SearchHit, other: SearchHit): number {
  return other.score - one.score || (one.id < other.id ? -1 : 1)
}

function coldMemories(memories: readonly MemoryText[], query: string, filter: SearchPortOptions['filter'] = {}) {
  const words = queryWords(query)
  const phrases = quotedPhrases(query)
  return memories.flatMap((memory) => {
    const hit = memoryHit(memory)
    const { type, tags = [], space = '', date } = hit
    if (!matchesNote({ type, tags, space, date }, filter)) return []
    const text = `${hit.title}\n${hit.snippet}\n${tags.join(' ')}`.toLowerCase()
    const has = words.filter((word) => countWord(text, word) > 0)
    const isWhole = phrases.length > 0 && phrases.every((phrase) => holdsPhrase(text, phrase))
    const score = wordScore(has, words)
    if (has.length === 0 && !isWhole) return []
    return [{ ...hit, score: phrases.length === 0 ? score : (score + Number(isWhole)) / 2 }]
  })
}

/** How long a session memory stays in tier 1 (DIP-0016 §7.1). */
const hotMemoryDays = 7

/** Memories of the last seven days, newest first. */
export function recentMemories(memories: readonly MemoryText[], now: number): readonly SearchHit[] {
  const since = new Date(now - hotMemoryDays * 86_400_000).toISOString()
  return memories
    .filter((memory) => memory.timestamp >= since)
    .toSorted((one, other) => (one.timestamp < other.timestamp ? 1 : one.timestamp > other.timestamp ? -1 : 0))
    .map((memory) => memoryHit(memory))
}

function memoryHit(memory: MemoryText): SearchHit {
  return {
    id: memoryRowId(memory.id),
    title: memoryTitle(memory.summary),
    type: memory.type,
    score: 1,
    hop: 0,
    snippet: [memory.summary.trim(), ...memory.insights.map((insight) => `- ${insight}`)].join('\n'),
    origin: 'session',
    space: memory.space,
    tags: memory.tags,
    date: memory.timestamp.slice(0, 10),
  }
}
