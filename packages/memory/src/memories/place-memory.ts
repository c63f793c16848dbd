import type { Embedder } from '@datacortex/embeddings'
import { whenCoded } from '@datacortex/errors'
import type { Collection } from '@datacortex/vector-store'
import { textToEmbed } from '../rows/date-line.ts'
import { hasDirection } from '../rows/note-rows.ts'
import { memoryRow, memoryRowId } from './memory-rows.ts'
import type { MemoryText } from './memory-text.ts'

/** Whether a memory is found by search now, and why not. */
export type PlacedMemory = { readonly indexed: boolean; readonly index_problem?: string | undefined }

type PlaceMemoryOptions = {
  readonly collection: Collection
  readonly embedder?: Embedder | undefined
  /** Ids of memories that hold no more. */
  readonly gone?: readonly string[] | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Brings one memory into the index at once, and takes out those that hold no more. The text is safe in its file by then, so
 * what fails is said and not thrown; the next update of the index makes up for it.
 *
 * @param memory - One that everybody may be shown; undefined if there is none to bring in.
 * @param options - Without an embedder it is found by words, and the next update of the index embeds it.
 * @example await placeMemory(memory, { collection: index.chunks, embedder })
 */
export async function placeMemory(
  memory: MemoryText | undefined,
  { collection, embedder, gone = [], signal }: PlaceMemoryOptions,
): Promise<PlacedMemory> {
  const place = async (): Promise<PlacedMemory> => {
    if (memory !== undefined) {
      const row = memoryRow(memory)
      const known = (await collection.vectorsOf([row.hash])).get(row.hash)
      const [made] = known === undefined ? ((await embedder?.embed([textToEmbed(row)], { signal })) ?? []) : [known]
      const vector = made !== undefined && hasDirection(made) ? made : undefined
      await collection.upsert([{ ...row, vector }], { signal })
    }
    if (gone.length > 0) await collection.delete(gone.map(memoryRowId), { signal })
    return { indexed: memory !== undefined }
  }
  return await place().catch(whenCoded(({ message }) => ({ indexed: false, index_problem: message })))
}
