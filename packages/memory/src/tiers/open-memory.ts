import type { Embedder } from '@datacortex/embeddings'
import { codedError } from '@datacortex/errors'
import { type SpacePaths, isThere, patientLimit } from '@datacortex/platform'
import { noteIndexPlace } from '../index/open-chunks.ts'
import { type NoteIndex, openNoteIndex } from '../index/open-note-index.ts'
import type { ReadMemoryTexts } from '../memories/memory-text.ts'
import type { ColdScan } from './cold-scan.ts'
import { openHotCache } from './hot-cache.ts'
import { spaceVersions } from './note-versions.ts'
import { coldPort, recentMemories } from './cold-port.ts'
import { queryWords } from '../search/query-words.ts'
import { type MemoryTiers, type Selection, select } from './select.ts'
import { batchPort, withFilesIfNoNote } from './batch-port.ts'
import { notIndexed } from './not-indexed.ts'
import { type ReasoningPath, reasoningPath } from '../search/reasoning-path.ts'
import { type NoteSearch, type UsedRetrievers, searchNotes } from '../search/search-notes.ts'
import type { SearchPort, SearchPortOptions } from '../search/search-port.ts'
import { withinLimit } from '../search/within-limit.ts'

/** What a memory is opened with. */
export type OpenMemoryOptions = {
  /** Of the index's model. It is asked only when something is embedded. */
  readonly embedder: Embedder
  /** What was remembered; none if absent. */
  readonly memories?: ReadMemoryTexts | undefined
  /** Whether later processes get what was found, by the hot cache: not in a dry run. True if absent. */
  readonly keepsHot?: boolean | undefined
  /** How the index is opened, where several memories share an open one; if absent, each opens its own. */
  readonly openIndex?: typeof openNoteIndex | undefined
  readonly openHot?: typeof openHotCache | undefined
  /** Shared by memories that are opened one after the other for one batch: a scan of one is believed by the next. */
  readonly allIndexed?: AllIndexed | undefined
  readonly now?: (() => number) | undefined
  /** Milliseconds from any point, never going back; the system's if absent. */
  readonly elapsed?: (() => number) | undefined
}

/** How long it is believed that every file is indexed, on the clock of `elapsed`. */
export type AllIndexed = { until: number }

export type MemorySearchOptions = SearchPortOptions & {
  /** Whether the answer shall tell its reasoning path. */
  readonly explain?: boolean | undefined
  /** Whether hits of other types follow if those of the wanted types are fewer than the limit (DIP-0016 §8.3). */
  readonly thenOtherTypes?: boolean | undefined
}

/** Hits, who answered, and how; what was searched, and which ways of searching took part, if the index was asked. */
export type MemoryAnswer = Selection &
  Partial<Pick<NoteSearch, 'corrected' | 'legs'>> & {
    readonly took_ms: number
    readonly indexed: boolean
    /** What the person who asks should know, such as that nothing is indexed yet. */
    readonly remarks: readonly string[]
    readonly paths?: ReasoningPath | undefined
  }

/** The memory of a space: all tiers behind one search. */
export type Memory = AsyncDisposable & {
  search(query: string, options: MemorySearchOptions): Promise<MemoryAnswer>
  /** The same for {@link gatherContext} and others that want hits only. */
  readonly port: SearchPort
  /** For somebody who writes notes and asks by turns: what is written after the first question is not found. */
  batch(): SearchPort
  index(): Promise<NoteIndex | undefined>
}

/**
 * Opens the memory of a space: hot cache, index and files. It makes no index and never waits for one that is made.
 * @returns The memory; disposing it keeps the hot cache for later processes and leaves the embedder open.
 * @example
 * await using memory = await openMemory(paths, { embedder })
 * const { tier, hits } = await memory.search('spring tides', { limit: 5, expand: 1 })
 */
export async function openMemory(paths: SpacePaths, options: OpenMemoryOptions): Promise<Memory> {
  const { embedder, keepsHot, openIndex = openNoteIndex, now = Date.now, elapsed = () => performance.now() } = options
  const { memories = () => Promise.resolve([]), allIndexed = { until: Number.NEGATIVE_INFINITY } } = options
  const hot = await (options.openHot ?? openHotCache)(paths, {
    now,
    isKept: keepsHot,
    versions: spaceVersions(paths),
    memories: async () => recentMemories(await memories(), now()),
  })
  const indexes = indexOnce(paths, { embedder, open: openIndex })
  const search = async (query: string, asked: MemorySearchOptions): Promise<MemoryAnswer> => {
    const startedAt = elapsed()
    const reported: Reported = { remarks: [], retrievers: undefined, isWhole: true }
    const ask = async (one: SearchPortOptions): Promise<Selection> => {
      const opened = await warmPort(indexes, { embedder, reported })
      const { index } = opened
      const cold: SearchPort = async (text, wanted) => {
        if (elapsed() < allIndexed.until) return []
        const indexed = (await index?.graph())?.notes
        const isIndexed = (path: string): boolean => indexed?.has(path) === true
        const onScan = (scan: ColdScan): void => {
          if (indexed?.size === 0 && scan.scanned > 0) reported.remarks.push(noNoteIndexed)
          // What may not be shown, or lies in another space, was not looked at.
          const isWhole = wanted.shown === undefined && wanted.filter?.spaces === undefined
          if (isWhole && scan.complete && scan.scanned === 0 && queryWords(text).length > 0)
            allIndexed.until = elapsed() + Math.max(trustMs, scan.took_ms * mostOften)
          if (scan.hits.length > 0) tellUnheld(scan.unheld, reported)
          tellScan(scan, { reported, notes: indexed?.size ?? 0 })
        }
        return await coldPort(paths, { budgetMs: patientLimit(coldBudgetMs), elapsed, isIndexed, memories, onScan })(
          text,
          wanted,
        )
      }
      const { warm, asksFiles } = await withFilesIfNoNote(opened, cold)
      // What files answered is not kept either: a new file could answer better, and changes no index.
      const keepsWarm = (): boolean => {
        const { problem, other_model: other, reranker_problem: unranked } = reported.retrievers ?? {}
        // Kept, an answer without a phrase that was asked for would be given without saying so.
        return !asksFiles && reported.isWhole && (problem ?? other ?? unranked) === undefined
      }
      const notInWarm: MemoryTiers['notInWarm'] =
        index === undefined ? undefined : async (held) => await notIndexed(index, held)
      // What is held hot was answered to others, out of everything.
      const kept = one.shown === undefined ? hot.cache : undefined
      return await select({ hot: kept, keepsWarm, notInWarm, warm, cold, elapsed }, query, one)
    }
    const { explain = false, thenOtherTypes = false, ...one } = asked
    const selection = await ask(one)
    const answer = thenOtherTypes ? await filledUp(selection, { ask, asked: one }) : selection
    return {
      ...answer,
      took_ms: Math.round((elapsed() - startedAt) * 10) / 10,
      indexed: indexes.isOpen(),
      ...(reported.corrected === undefined ? {} : { corrected: reported.corrected }),
      ...(reported.retrievers === undefined ? {} : { legs: reported.retrievers }),
      remarks: [...new Set([...reported.remarks, ...(reported.unheld ?? []).map(unheldRemark)])],
      ...(explain ? { paths: reasoningPath(query, answer.hits) } : {}),
    }
  }
  return {
    search,
    port: async (query, asked) => (await search(query, asked)).hits,
    batch: () => {
      const open = async (): ReturnType<typeof warmPort> =>
        await warmPort(indexes, { embedder, reported: { remarks: [], retrievers: undefined, isWhole: true } })
      return batchPort(paths, { open, memories, budgetMs: patientLimit(coldBudgetMs), elapsed })
    },
    index: async () => (await indexes.open()).index,
    [Symbol.asyncDispose]: async () => {
      await indexes.close()
      await hot[Symbol.asyncDispose]()
    },
  }
}

const coldBudgetMs = 800
/** So long a scan that found every file indexed is believed. */
const trustMs = 5000
/** Of a large vault it takes no more than a hundredth of the time of those who search on and on. */
const mostOften = 100

/** The index was never made or lost what it had; session memories may be in it. */
const noNoteIndexed = 'No note is in the index: the files were searched by words. Run `datacortex index`.'

type Reported = {
  remarks: string[]
  retrievers: UsedRetrievers | undefined
  /** Whether what was typed was searched, and some note of the index has each phrase in quotation marks. */
  isWhole: boolean
  corrected?: string | undefined
  /** Phrases that nothing found has; absent if nothing was found. */
  unheld?: readonly string[]
}

type Asking = { readonly embedder: Embedder; readonly reported: Reported }

async function warmPort(indexes: ReturnType<typeof indexOnce>, { embedder, reported }: Asking) {
  const { index, problem } = await indexes.open()
  if (index === undefined) {
    reported.remarks.push(problem ?? 'There is no index yet: the files were searched by words. Run `datacortex index`.')
    return {}
  }
  const warm: SearchPort = async (query, options) => {
    const { hits, legs: retrievers, unheld, corrected } = await searchNotes(index, query, { ...options, embedder })
    if (corrected !== undefined) reported.remarks.push(`Searched for: ${corrected}`)
    reported.corrected ??= corrected
    reported.retrievers = retrievers
    reported.isWhole = unheld.length === 0 && corrected === undefined
    if (hits.length > 0) tellUnheld(unheld, reported)
    if (retrievers.problem !== undefined) reported.remarks.push(`Only words were searched: ${retrievers.problem}`)
    const { reranker_problem: unranked } = retrievers
    if (unranked !== undefined) reported.remarks.push(`The first notes were not ranked anew: ${unranked}`)
    if (retrievers.other_model !== undefined)
      reported.remarks.push(
        `The vectors of ${retrievers.other_model} answered: \`datacortex index\` makes those of the model in the settings.`,
      )
    return hits
  }
  return { warm, index }
}

/** What the index does not have a file may. */
function tellUnheld(unheld: readonly string[], reported: Reported): void {
  reported.unheld = reported.unheld?.filter((phrase) => unheld.includes(phrase)) ?? unheld
}

function unheldRemark(phrase: string): string {
  return `No note that was found holds the phrase "${phrase}".`
}

function tellScan(
  { complete, scanned, took_ms: ms }: ColdScan,
  { reported, notes }: { reported: Reported; notes: number },
): void {
  if (complete) return
  const looked = notes === 0 ? 'at all files' : 'at all files for notes that are not indexed'
  reported.remarks.push(
    `There was no time to look ${looked}: that ended after ${Math.round(ms)} ms, with ${scanned} read.`,
  )
}

async function filledUp(
  selection: Selection,
  { ask, asked }: { ask: (options: SearchPortOptions) => Promise<Selection>; asked: SearchPortOptions },
): Promise<Selection> {
  const { limit, filter, expand, shown, reranker, signal } = asked
  if (filter?.types === undefined || selection.hits.length >= limit) return selection
  const others = await ask({ limit, filter: { ...filter, types: undefined }, expand, shown, reranker, signal })
  const ids = new Set(selection.hits.map(({ id }) => id))
  const hits = withinLimit([...selection.hits, ...others.hits.filter(({ id }) => !ids.has(id))], limit)
  return { ...selection, tier: selection.tier ?? others.tier, hits, tiers: [...selection.tiers, ...others.tiers] }
}

/** Opens the index when there is one, and looks again each time as long as there is none. */
function indexOnce(paths: SpacePaths, { embedder, open }: { embedder: Embedder; open: typeof openNoteIndex }) {
  let index: NoteIndex | undefined
  let opening: Promise<Opened> | undefined
  const tryToOpen = async (): Promise<Opened> => {
    // Opening would make one.
    if (!(await isThere(noteIndexPlace(paths).directory))) return {}
    try {
      const { modelId, dimensions } = embedder
      return { index: (index = await open(paths, { modelId, dimensions, anyModel: true })) }
    } catch (error) {
      return { problem: `The index can't be read, the files were searched by words: ${codedError(error).message}` }
    }
  }
  return {
    isOpen: (): boolean => index !== undefined,
    open: async (): Promise<Opened> => {
      if (index !== undefined) return { index }
      return await (opening ??= tryToOpen().finally(() => (opening = undefined)))
    },
    close: async (): Promise<void> => await index?.[Symbol.asyncDispose](),
  }
}

type Opened = { readonly index?: NoteIndex; readonly problem?: string }
