import { dot } from '@datacortex/platform'
import { type MemoryIndex, inTransaction } from './open-memory.ts'
import { searchedWords } from './search-memory.ts'
import type { FoundPoint } from './search-points.ts'

/** What knows the meaning of texts, where a model is loaded already. */
export type Meaning = {
  readonly modelId: string
  /** Vectors of length 1. */
  readonly embed: (texts: readonly string[]) => Promise<readonly Float32Array[]>
  /** One score from words and meaning, by id; what has neither is left out. */
  readonly fuse: (evidence: {
    readonly vector: readonly Scored[]
    readonly text: readonly Scored[]
    readonly ordinary: { readonly mean: number; readonly deviation: number }
    readonly words: number
    readonly rows: number
    /** What stands beside each other belongs together. */
    readonly placeOf: (id: string) => Place | undefined
    readonly idAt: (place: Place) => string | undefined
  }) => ReadonlyMap<string, number>
}

type Place = { readonly note: string; readonly position: number }

type Scored = { readonly id: string; readonly score: number }

/** Key points found by words, ranked anew by their meaning too. What has no vector yet gets one, the best ones first. */
export async function rankByMeaning(
  database: MemoryIndex,
  points: readonly FoundPoint[],
  { query, meaning }: { readonly query: string; readonly meaning: Meaning },
): Promise<readonly FoundPoint[]> {
  const { modelId, embed, fuse } = meaning
  if (points.length === 0) return []
  const texts = [...new Set(points.map(({ text }) => text))]
  const known = database
    .prepare(
      'SELECT chunk_text, embedding FROM knowledge_embeddings WHERE model = ? AND chunk_text IN (SELECT value FROM json_each(?))',
    )
    .all(modelId, JSON.stringify(texts))
  const vectors = new Map(known.map((row) => [row['chunk_text'], vectorOf(row)]))
  const lacking = texts.filter((text) => !vectors.has(text)).slice(0, mostEmbedded)
  const [asked, ...made] = await embed([query, ...lacking])
  inTransaction(database, () => {
    const put = database.prepare('INSERT OR REPLACE INTO knowledge_embeddings VALUES (?, ?, ?)')
    for (const [at, vector] of made.entries()) {
      const text = lacking[at] ?? ''
      vectors.set(text, vector)
      put.run(modelId, text, new Uint8Array(vector.slice().buffer))
    }
  })
  // The same vectors however often one asks.
  const sample = database
    .prepare('SELECT embedding FROM knowledge_embeddings WHERE model = ? ORDER BY chunk_text LIMIT 256')
    .all(modelId)
  const cosine = (vector: Float32Array): number => dot(vector, asked)
  const vector = points.flatMap(({ text }, at) => {
    const own = vectors.get(text)
    return own === undefined ? [] : [{ id: String(at), score: cosine(own) }]
  })
  const ids = new Map(points.map(({ position }, at) => [position, String(at)]))
  const scores = fuse({
    vector: vector.toSorted((a, b) => b.score - a.score),
    text: points.map(({ score }, at) => ({ id: String(at), score })),
    ordinary: ordinaryOf(sample.map(vectorOf).map(cosine)),
    words: searchedWords(query).length,
    rows: Number(database.prepare('SELECT count(*) AS points FROM key_points').get()?.['points']),
    placeOf: (id) => {
      const { path: note, position } = points[Number(id)] ?? {}
      return note === undefined || position === undefined ? undefined : { note, position }
    },
    idAt: ({ note, position }) => {
      const id = ids.get(position)
      return points[Number(id)]?.path === note ? id : undefined
    },
  })
  return points
    .map((point, at) => ({ ...point, score: scores.get(String(at)) ?? 0 }))
    .toSorted((a, b) => b.score - a.score)
}

/** Each takes some milliseconds; the other ones get theirs with later questions. */
const mostEmbedded = 32

function vectorOf({ embedding }: Readonly<Record<string, unknown>>): Float32Array {
  return embedding instanceof Uint8Array ? new Float32Array(embedding.slice().buffer) : new Float32Array()
}

/** Mean and deviation of cosines; of few ones what sentence models give for texts that have nothing in common. */
function ordinaryOf(cosines: readonly number[]): { readonly mean: number; readonly deviation: number } {
  if (cosines.length < 16) return { mean: 0.1, deviation: 0.1 }
  const mean = cosines.reduce((sum, one) => sum + one, 0) / cosines.length
  const variance = cosines.reduce((sum, one) => sum + (one - mean) ** 2, 0) / cosines.length
  return { mean, deviation: Math.max(0.02, Math.sqrt(variance)) }
}
