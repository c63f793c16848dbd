import type { Embedder } from '@datacortex/embeddings'
import { withoutUndefined } from '@datacortex/errors'
import { type StoredRow, meantQuery } from '@datacortex/vector-store'
import { matchesNote, rowConditions } from '../index/note-filter.ts'
import type { NoteState } from '../index/note-state.ts'
import type { NoteIndex } from '../index/open-note-index.ts'
import { bestRows, leadWithCurrent } from './lead-with-current.ts'
import { type Called, calledNotes } from './called-notes.ts'
import { contentWords } from './content-words.ts'
import { type LinkBundle, type Reached, expandHits, noteLinks } from './follow-links.ts'
import { fuseEvidence } from './fuse-evidence.ts'
import { type PhraseHolders, phraseHolders } from './phrase-holders.ts'
import { type RankedHitsOptions, rankedHits } from './ranked-hits.ts'
import { type ReasoningPath, reasoningPath } from './reasoning-path.ts'
import { rerankNotes } from './rerank-notes.ts'
import { type Retrieved, retrieve, steadyCosines } from './retrieve.ts'
import { type SearchedIndex, shownIndex } from './shown-index.ts'
import type { SearchHit, SearchPortOptions } from './search-port.ts'
import { withStates } from './with-states.ts'
import { withoutEmptyNotes } from './without-empty-notes.ts'

export type SearchNotesOptions = SearchPortOptions & {
  /** Of the index's model; without it only words are searched. */
  readonly embedder?: Embedder | undefined
  /** Whether the answer shall tell its reasoning path. */
  readonly explain?: boolean | undefined
}

export type UsedRetrievers = {
  readonly vector: boolean
  readonly text: boolean
  /** Why meaning did not take part though an embedder was given. */
  readonly problem?: string | undefined
  /** The model whose vectors answered, if those of the embedder's are not there or not complete. */
  readonly other_model?: string | undefined
  /** The cross-encoder that ranked the first notes anew. */
  readonly reranker?: string | undefined
  /** Why it did not, though it was to: they stand as without it. */
  readonly reranker_problem?: string | undefined
}

export type NoteSearch = {
  readonly query: string
  /** What was searched in its place: some of its words stand in no note, and others that are nearly so do. */
  readonly corrected?: string | undefined
  readonly hits: readonly SearchHit[]
  readonly legs: UsedRetrievers
  /** Phrases in quotation marks that no note has that was found. */
  readonly unheld: readonly string[]
  readonly paths?: ReasoningPath | undefined
}

/**
 * Searches the notes and session memories of an index by words and meaning, and along links and tags from what matches.
 *
 * Equal questions to an equal index have equal answers. The filter holds for every hit, also for linked ones. Notes
 * whose name or day the query is come first, then those that have all phrases in quotation marks; notes whose file is gone last.
 * @throws `VECTOR_STORE_UNAVAILABLE` if the index can't be read.
 * @example const { hits } = await searchNotes(index, 'spring tides', { embedder, limit: 5, expand: 1 })
 */
export async function searchNotes(index: NoteIndex, query: string, options: SearchNotesOptions): Promise<NoteSearch> {
  const asTyped = await searchAsTyped(index, query, options)
  // A word that stands only in what may not be shown must not be said either.
  const isAsked = asTyped.legs.vector && options.shown === undefined
  const words = contentWords(query)
  const { embedder = {} } = isAsked ? options : {}
  const corrected = await meantQuery(query, { rows: index.chunks, words, embedder })
  const meant = corrected === undefined ? undefined : await searchAsTyped(index, corrected, options)
  const isBetter = (meant?.hits[0]?.score ?? 0) > (asTyped.hits[0]?.score ?? 0)
  return meant === undefined || !isBetter ? asTyped : { ...meant, query, corrected }
}

async function searchAsTyped(all: NoteIndex, query: string, options: SearchNotesOptions): Promise<NoteSearch> {
  const { limit, filter = {}, embedder, shown, reranker, meaningUntil, signal } = options
  const index = shown === undefined ? all : shownIndex(all, shown)
  signal?.throwIfAborted()
  const [retrieved, graph] = await Promise.all([
    retrieve(index.chunks, query, { embedder, filter, meaningUntil, signal }),
    index.graph(),
  ])
  const scores = fuseEvidence(retrieved)
  const rowsOf = rowReader(index.chunks, retrieved)
  const called = calledNotes(graph, query, filter)
  const holders = await phraseHolders(query, {
    chunks: index.chunks,
    filter: rowConditions(filter),
    rowsOf,
    found: [...scores.keys()],
    signal,
  })
  const levelOf = levels(called, holders)
  const nearest = [...(await leadWithCurrent(scores, { rowsOf }))]
  const rows = new Map([...nearest.map(([note, { id }]) => [note, id] as const), ...holders.rows])
  const named = [...called.keys(), ...holders.rows.keys()]
  const direct = withLeading(new Map(nearest.map(([note, { score }]) => [note, score])), {
    notes: named.filter((note) => levelOf(note) > 0),
  })
  const linked = await withLinked(direct, { index, retrieved, rows, options })
  signal?.throwIfAborted()
  const reached = new Map([...named.map((note) => [note, unweighed] as const), ...linked])
  const stateOf = async (path: string): Promise<NoteState | undefined> => {
    const file = graph.notes.get(path)?.file
    return file === undefined ? undefined : await index.stateOf(path, file)
  }
  let order: Pick<UsedRetrievers, 'reranker' | 'reranker_problem'> = {}
  const rerank: RankedHitsOptions['rerank'] = async (found, textOf) => {
    if (reranker === undefined || found.length === 0) return found
    const { notes, problem } = await rerankNotes(found, { query, textOf, reranker, meaningUntil, signal })
    order = problem === undefined ? { reranker: reranker.name } : { reranker_problem: problem }
    return notes
  }
  const ranked = rankedHits(reached, { query, limit, rows, rowsOf, called, levelOf, rerank })
  const best = await withStates(ranked, { limit, stateOf })
  const hits = [...best, ...(await besides(best, { reached, query, limit, rows, rowsOf, stateOf }))]
  const isName = [...called.values()].some(({ level }) => level > 0)
  return {
    query,
    hits,
    legs: withoutUndefined({
      vector: retrieved.asked !== undefined,
      text: retrieved.words > 0,
      problem: retrieved.problem,
      other_model: retrieved.otherModel,
      ...order,
    }),
    unheld: isName ? [] : holders.unheld,
    ...(options.explain === true ? { paths: reasoningPath(query, hits) } : {}),
  }
}

type Besides = Pick<RankedHitsOptions, 'query' | 'limit' | 'rows' | 'rowsOf'> & {
  readonly reached: ReadonlyMap<string, Reached>
  readonly stateOf: Parameters<typeof withStates>[1]['stateOf']
}

/** Linked notes for which what was found directly left no place, as many as there were places. DIP-0016 §6.1 */
async function besides(best: readonly SearchHit[], { reached, stateOf, ...options }: Besides) {
  const limit = options.limit - best.filter(({ hop }) => hop > 0).length
  if (best.length < options.limit || limit <= 0) return []
  const shown = new Set(best.map(({ id, path }) => path ?? id))
  const linked = new Map([...reached].filter(([note, { via }]) => via.length > 0 && !shown.has(note)))
  const asTheyStand = { called: new Map(), levelOf: () => 0, rerank: <Found>(found: Found) => Promise.resolve(found) }
  return await withStates(rankedHits(linked, { ...options, ...asTheyStand, limit }), { limit, stateOf })
}

/** Reads each row once; of a small collection the retrievers give whole rows. */
function rowReader(chunks: SearchedIndex['chunks'], { vector, text }: Retrieved): RankedHitsOptions['rowsOf'] {
  const known = new Map<string, StoredRow>(
    [...vector, ...text].flatMap((hit) => (hit.text === '' ? [] : [[hit.id, hit] as const])),
  )
  return async (ids) => {
    for (const [id, row] of await chunks.get(ids.filter((one) => !known.has(one)))) known.set(id, row)
    return known
  }
}

/** What the query is the name of has the phrase in its name. */
function levels(called: ReadonlyMap<string, Called>, holders: PhraseHolders): (note: string) => number {
  return (note) => {
    const { level = 0 } = called.get(note) ?? {}
    return level > 0 ? level + 1 : Number(holders.rows.has(note))
  }
}

/** Those that lead are as good as the best, also where links are followed. */
function withLeading(direct: ReadonlyMap<string, number>, { notes }: { notes: readonly string[] }) {
  const best = Math.max(0, ...direct.values())
  const leading = notes.map((note) => [note, best + (direct.get(note) ?? 0) * tieShare] as const)
  return new Map([...direct, ...leading])
}

/** What the query calls by name may have nothing else in common with it. */
const unweighed: Reached = { score: 0, via: [] }

/** Of notes with the same name the one that says more about it comes first. */
const tieShare = 0.01

type Linking = {
  readonly index: SearchedIndex
  readonly retrieved: Retrieved
  /** The row that stands for a note; those of linked notes are added. */
  readonly rows: Map<string, string>
  readonly options: SearchNotesOptions
}

async function withLinked(found: ReadonlyMap<string, number>, { index, retrieved, rows, options }: Linking) {
  const { expand: hops = 0, filter = {} } = options
  if (hops < 1 || found.size === 0) return await expandHits(found, { hops: 0, linksOf: () => [] })
  const graph = await index.graph()
  const isWanted = (note: string): boolean => {
    const known = graph.notes.get(note)
    return known !== undefined && matchesNote({ ...known, path: note }, filter)
  }
  // The graph knows notes only; what a session learned has its tags in its row.
  const memories = await index.chunks.get([...found.keys()].filter((id) => !graph.notes.has(id)))
  const linksOf = (note: string): readonly LinkBundle[] => {
    const tags = graph.notes.get(note)?.tags ?? memories.get(note)?.fields['tags']
    const bundles = noteLinks(graph, note, { tags: Array.isArray(tags) ? tags : [] })
    // A link counts as one of all, also of those that the filter takes away.
    return bundles.map(({ weight, notes }) => ({
      weight: weight * Math.sqrt(notes.length === 0 ? 0 : notes.filter(isWanted).length / notes.length),
      notes: notes.filter(isWanted),
    }))
  }
  return await expandHits(found, {
    hops,
    linksOf,
    ownOf: async (notes) => await ownScores(notes, { chunks: index.chunks, retrieved, rows }),
  })
}

/** Linked notes are often about the same: their own meaning decides which of them come first. */
async function ownScores(
  notes: readonly string[],
  { chunks, retrieved, rows }: Pick<Linking, 'retrieved' | 'rows'> & Pick<SearchedIndex, 'chunks'>,
): Promise<ReadonlyMap<string, number>> {
  const { asked, vector } = retrieved
  const best = vector[0]
  if (asked === undefined || best === undefined || notes.length === 0) return new Map()
  const some = notes.slice(0, mostAsked)
  const linked = await asked.vectors.searchVector(asked.embedded, {
    limit: some.length * rowsPerNote,
    filter: [{ field: 'path', oneOf: some }],
    select: [],
  })
  // Against the best of all, not of these.
  const own = await withoutEmptyNotes(steadyCosines(linked), chunks)
  const scores = new Map(fuseEvidence({ ...retrieved, vector: [best, ...own], text: [] }))
  scores.delete(best.id)
  const nearest = bestRows(scores)
  for (const [note, { id }] of nearest) rows.set(note, id)
  return new Map([...nearest].map(([note, { score }]) => [note, score]))
}

const rowsPerNote = 4
/** Links of the best sources come first; each note that is looked up costs time. */
const mostAsked = 100
