import type { Embedder } from '@datacortex/embeddings'
import type { VectorSource, RetrieverHit, RetrieverOptions } from '@datacortex/vector-store'
import { hasDirection } from '../rows/note-rows.ts'
import { type NoteFilter, rowConditions } from '../index/note-filter.ts'
import { contentWords } from './content-words.ts'
import type { Evidence } from './fuse-evidence.ts'
import { cosineSample } from './baseline-cosine.ts'
import { orReason } from './or-reason.ts'
import type { SearchPortOptions } from './search-port.ts'
import type { SearchedIndex } from './shown-index.ts'
import { withoutEmptyNotes } from './without-empty-notes.ts'

export type Retrieved = Evidence & {
  readonly vector: readonly RetrieverHit[]
  readonly text: readonly RetrieverHit[]
  /** Of the query, and what it can be compared with; absent if only words were searched. */
  readonly asked?: { readonly embedded: Float32Array; readonly vectors: VectorSource } | undefined
  readonly problem?: string | undefined
  /** The model whose vectors answered, if that is not the embedder's. */
  readonly otherModel?: string | undefined
}

export type RetrieveOptions = Pick<SearchPortOptions, 'meaningUntil' | 'signal'> & {
  readonly embedder?: Embedder | undefined
  readonly filter: NoteFilter
}

/** Searches rows by words and by meaning at the same time; by words alone as long as nothing is embedded. */
export async function retrieve(chunks: SearchedIndex['chunks'], query: string, options: RetrieveOptions) {
  const { filter, signal } = options
  const words = contentWords(query)
  const retriever = { limit: rowsPerRetriever, filter: rowConditions(filter), select: [], signal }
  const counted = chunks.count()
  const searched = [
    counted,
    words.length === 0 ? Promise.resolve([]) : chunks.searchText(words.join(' '), { ...retriever, parts: true }),
    words.length === 0 ? Promise.resolve(noMeaning) : searchMeaning(chunks, query, { ...options, retriever, counted }),
  ] as const
  // All of them end before any failure is reported: the one who catches it may close the collection.
  await Promise.allSettled(searched)
  const [rows, text, meaning] = await Promise.all(searched)
  return { ...meaning, text, words: words.length, rows }
}

/** With 100 the neighbours of turns in dialogues are found 0.01 less often. */
const rowsPerRetriever = 200

/** Hits whose cosines are the same no matter who computed them: library and copy in memory differ in the last digits. */
export function steadyCosines(hits: readonly RetrieverHit[]): readonly RetrieverHit[] {
  return hits.map((hit) => ({ ...hit, score: Math.round(hit.score * 1e5) / 1e5 }))
}

type Meaning = Pick<Retrieved, 'vector' | 'asked' | 'ordinary' | 'problem' | 'otherModel'>

const noMeaning: Meaning = { vector: [], ordinary: { mean: 0, deviation: 1 } }

type MeaningOptions = RetrieveOptions & { readonly retriever: RetrieverOptions; readonly counted: Promise<number> }

async function searchMeaning(chunks: SearchedIndex['chunks'], query: string, options: MeaningOptions) {
  const { embedder, signal } = options
  if (embedder === undefined) return noMeaning
  const sources = await chunks.vectorSources()
  let best: Meaning = { ...noMeaning, problem: `the index is of another model, ${sources.at(-1)?.modelId ?? ''}` }
  for (const [index, source] of sources.entries()) {
    const its = source.modelId === embedder.modelId ? embedder : embedder.ofModel?.(source.modelId)
    if (its === undefined) continue
    const asking = searchVectors(source, query, { ...options, chunks, embedder: its })
    // Those of a former model go when the last text is embedded anew, also while they are searched.
    const otherwise = best
    best = await (index < sources.length - 1 ? asking.catch(() => otherwise) : asking)
    signal?.throwIfAborted()
    if (best.vector.length > 0) return its === embedder ? best : { ...best, otherModel: source.modelId }
  }
  return best
}

const nothingEmbedded = 'nothing is embedded yet, `datacortex index` does it'

type Asking = MeaningOptions & { readonly embedder: Embedder; readonly chunks: SearchedIndex['chunks'] }

async function searchVectors(vectors: VectorSource, query: string, options: Asking): Promise<Meaning> {
  const { chunks, retriever } = options
  const rows = await options.counted
  const sample = await cosineSample(vectors, { rows })
  // The model isn't loaded for nothing. Of no row at all none is missing.
  if (sample.size === 0) return rows === 0 ? noMeaning : { ...noMeaning, problem: nothingEmbedded }
  const embedded = await embedQuery(query, options)
  if (!(embedded instanceof Float32Array)) return { ...noMeaning, problem: embedded }
  const vector = await withoutEmptyNotes(steadyCosines(await vectors.searchVector(embedded, retriever)), chunks)
  return { vector, asked: { embedded, vectors }, ordinary: sample.ordinary(embedded) }
}

/** Texts of unknown words are all near each other, whatever they say. */
const mostUnknown = 0.4

/** The vector, or why there is none. */
async function embedQuery(query: string, { embedder, meaningUntil: until, signal }: Asking) {
  const embed = async (either: AbortSignal): Promise<Float32Array | string> => {
    const unknown = (await embedder.unknownShare?.(query, { signal: either })) ?? 0
    if (unknown > mostUnknown) return 'the model knows too few of its words'
    const [embedded] = await embedder.embed([query], { signal: either, as: 'query' })
    return embedded !== undefined && hasDirection(embedded) ? embedded : 'the model gave no vector for it'
  }
  return await orReason(embed, { until, late: 'the model took too long', signal })
}
