import { ifCoded } from '@datacortex/errors'
import type { SpacePaths } from '@datacortex/platform'
import { type NoteFilter, matchesNote } from '../index/note-filter.ts'
import type { SearchHit, SearchPortOptions } from '../search/search-port.ts'
import { withinLimit } from '../search/within-limit.ts'
import { isMemoryRow } from '../memories/memory-rows.ts'
import { type HotContent, type HotQuery, heatAt, heated, readHotContent, writeHotContent } from './hot-cache-file.ts'
import type { Versions } from './note-versions.ts'
import { countWord, queryWords, wordScore } from '../search/query-words.ts'

export type HotCacheOptions = {
  readonly now: () => number
  readonly versions: Versions
  /** Session memories of the last days, newest first; read anew when the index version changes. */
  readonly memories?: (() => Promise<readonly SearchHit[]>) | undefined
  readonly content?: HotContent | undefined
  /** Most queries; 200 if absent. */
  readonly mostQueries?: number | undefined
  /** Most bytes of everything as JSON; 1,000,000 if absent. */
  readonly mostBytes?: number | undefined
}

export type HotAnswer = {
  /** If it isn't enough, everything that has all words of the query, best first, also above the limit. */
  readonly hits: readonly SearchHit[]
  /** Whether nothing below has to be asked: what is held says nothing of what else there is. */
  readonly enough: boolean
  readonly reason: string
}

/** Tier 1: results of frequent queries, forgotten once notes or index changed, and memories of the last days. */
export class HotCache {
  readonly #options: HotCacheOptions
  readonly #queries = new Map<string, HotQuery>()
  #changed = false
  #memories: { readonly version: string; readonly hits: readonly SearchHit[] } | undefined

  constructor(options: HotCacheOptions) {
    this.#options = options
    for (const query of options.content?.queries ?? []) this.#queries.set(query.key, query)
    this.#bound()
  }

  get content(): HotContent {
    return { queries: [...this.#queries.values()] }
  }

  /** Whether anything was kept, given or forgotten since it was made. */
  get changed(): boolean {
    return this.#changed
  }

  /** Answers the same query from before; else tells what it holds about it. */
  async lookup(query: string, options: SearchPortOptions): Promise<HotAnswer> {
    const indexVersion = await this.indexVersion()
    const key = queryKey(query, options)
    const known = this.#queries.get(key)
    if (known !== undefined && (known.limit >= options.limit || known.hits.length < known.limit)) {
      if (known.indexVersion === indexVersion && (await this.#current(known))) {
        this.#changed = true
        this.#queries.set(key, { ...known, heat: heated(known.heat, this.#options.now()) })
        const kept = withinLimit(known.hits, options.limit)
        return { hits: kept, enough: true, reason: 'the same query was answered before' }
      }
      this.#changed = true
      this.#queries.delete(key)
    }
    const hits = await this.#topic(query, { ...options, indexVersion })
    const why = known === undefined ? 'this query was not answered before' : 'an older answer is out of date'
    return { hits, enough: false, reason: `${why}; ${hits.length} hits are held` }
  }

  /** Of the index now; for {@link HotCache.keep}. */
  async indexVersion(): Promise<string> {
    return await this.#options.versions.index()
  }

  /** Keeps the results of a query, and the version that the index had before it was asked. */
  async keep(
    query: string,
    options: SearchPortOptions & { readonly hits: readonly SearchHit[]; readonly indexVersion: string },
  ): Promise<void> {
    const { limit, hits, indexVersion } = options
    const key = queryKey(query, options)
    const notes = await this.#options.versions.notes(pathsOf(hits))
    const heat = heated(this.#queries.get(key)?.heat, this.#options.now())
    this.#changed = true
    this.#queries.set(key, { key, heat, limit, hits, indexVersion, notes: Object.fromEntries(notes) })
    this.#bound()
  }

  async #current({ notes, hits }: HotQuery): Promise<boolean> {
    const paths = pathsOf(hits)
    const now = await this.#options.versions.notes(paths)
    return paths.every((path) => notes[path] !== undefined && now.get(path) === notes[path])
  }

  /** Memories that have all words of a query, newest first, scored as the files would be. */
  async #topic(query: string, options: SearchPortOptions & { indexVersion: string }): Promise<readonly SearchHit[]> {
    const words = queryWords(query)
    if (words.length === 0) return []
    const memories = await this.#recentMemories(options.indexVersion)
    return memories
      .filter((hit) => {
        const text = `${hit.title}\n${hit.snippet}`.toLowerCase()
        return matchesHit(hit, options.filter) && words.every((word) => countWord(text, word) > 0)
      })
      .slice(0, Math.max(mostHeld, options.limit))
      .map((hit) => ({ ...hit, score: wordScore(words, words) }))
  }

  async #recentMemories(version: string): Promise<readonly SearchHit[]> {
    if (this.#memories?.version !== version)
      this.#memories = { version, hits: (await this.#options.memories?.()) ?? [] }
    return this.#memories.hits
  }

  #bound(): void {
    const now = this.#options.now()
    const { mostQueries = 200, mostBytes = 1_000_000 } = this.#options
    const hottest = [...this.#queries].sort(([, one], [, other]) => heatAt(other.heat, now) - heatAt(one.heat, now))
    let bytes = 0
    for (const [index, [key, entry]] of hottest.entries()) {
      bytes += JSON.stringify(entry).length
      if (index >= mostQueries || bytes > mostBytes) this.#queries.delete(key)
    }
  }
}

/**
 * Opens the hot cache of a space with what earlier processes kept. `isKept`: whether later processes get its content,
 * true if absent. Gives the cache; disposing it keeps its content if that changed and the disk allows it.
 * @example await using hot = await openHotCache(paths, { now: Date.now, versions: spaceVersions(paths) })
 */
export async function openHotCache(
  paths: SpacePaths,
  { isKept = true, ...options }: Omit<HotCacheOptions, 'content'> & { readonly isKept?: boolean | undefined },
): Promise<AsyncDisposable & { readonly cache: HotCache }> {
  const cache = new HotCache({ ...options, content: await readHotContent(paths) })
  return {
    cache,
    [Symbol.asyncDispose]: async () => {
      if (!isKept || !cache.changed) return
      // A space on a read-only or full disk can still be searched; the next process starts without this content.
      await writeHotContent(paths, cache.content).catch(ifCoded(undefined, 'PLATFORM_FILE_UNWRITABLE'))
    },
  }
}

/** Each is looked up in the index. The newest memories come first, and those are what it may lack. */
const mostHeld = 200

function matchesHit({ path, type, tags = [], space = '', date }: SearchHit, filter: NoteFilter | undefined): boolean {
  return filter === undefined || matchesNote({ path, type, tags, space, date }, filter)
}

function pathsOf(hits: readonly SearchHit[]): readonly string[] {
  // Memories are no files; the version of the index covers them.
  const paths = hits.map(({ path }) => path).filter((path) => path !== undefined)
  return [...new Set(paths.filter((path) => !isMemoryRow(path)))]
}

function queryKey(query: string, { filter, expand = 0, reranker }: SearchPortOptions): string {
  const words = query.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
  const { types, tags, spaces, folder, from, to } = filter ?? {}
  const narrowed = [types?.toSorted(), tags?.toSorted(), spaces?.toSorted(), from, to, folder]
  return JSON.stringify([words, expand, ...narrowed, ...(reranker === undefined ? [] : [reranker.name])])
}
