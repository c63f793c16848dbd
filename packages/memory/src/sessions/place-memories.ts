import type { Embedder } from '@datacortex/embeddings'
import type { Collection } from '@datacortex/vector-store'
import { textToEmbed } from '../rows/date-line.ts'
import { hasDirection } from '../rows/note-rows.ts'
import { memoryIdOf, memoryRow, memoryRowId, memoryRowsOnly } from './memory-rows.ts'
import type { SessionMemory } from './session-memory.ts'

/** Cosine from which two memories are said to be nearly the same. */
const nearDuplicateCosine = 0.97

export type PlaceOptions = {
  readonly collection: Collection
  /** Without it the rows are found by words, and the next update of the index embeds them. */
  readonly embedder?: Embedder | undefined
  /** Ids of memories that no longer hold. */
  readonly gone?: readonly string[] | undefined
  readonly signal?: AbortSignal | undefined
}

export type Neighbour = { readonly to: string; readonly cosine: number }

/** Writes the rows of memories to the collection of notes, with one run of the model and one write. */
export async function placeMemories(
  memories: readonly SessionMemory[],
  { collection, embedder, gone = [], signal }: PlaceOptions,
): Promise<ReadonlyMap<string, Neighbour>> {
  const rows = memories.map((memory) => memoryRow(memory))
  const known = new Map(await collection.vectorsOf(rows.map((row) => row.hash)))
  const missing = new Map(rows.filter((row) => !known.has(row.hash)).map((row) => [row.hash, textToEmbed(row)]))
  const made = await embedder?.embed([...missing.values()], { signal })
  for (const [index, hash] of [...missing.keys()].entries()) {
    const vector = made?.[index]
    if (vector !== undefined && hasDirection(vector)) known.set(hash, vector)
  }
  const neighbours = new Map<string, Neighbour>()
  for (const [index, row] of rows.entries()) {
    const memory = memories[index]
    const vector = known.get(row.hash)
    if (memory === undefined || vector === undefined || memory.similar_to !== undefined) continue
    const hits = await collection.searchVector(vector, { limit: 2, filter: memoryRowsOnly, signal })
    const [near] = hits.flatMap(({ id, score }) => {
      const to = id === row.id ? undefined : memoryIdOf(id)
      return to === undefined ? [] : [{ to, cosine: score }]
    })
    if (near !== undefined && near.cosine >= nearDuplicateCosine) neighbours.set(memory.id, near)
  }
  await collection.upsert(
    rows.map((row) => ({ ...row, vector: known.get(row.hash) })),
    { signal },
  )
  if (gone.length > 0) await collection.delete(gone.map(memoryRowId))
  return neighbours
}
