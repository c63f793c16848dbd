import type { Collection } from './collection.ts'
import { checkShape, placeOf } from './collection-place.ts'
import { LanceCollection } from './lance-collection.ts'
import { loadLance } from './load-lance.ts'
import type { FieldKinds } from './rows/row.ts'
import { vectorIndexRows } from './table/vector-index.ts'

export type OpenCollectionOptions = {
  /** Folder that holds collections; made if absent. On a local disk: its locks are the operating system's. */
  readonly directory: string
  /** Name of the collection: a-z, 0-9, dot, dash, underscore. */
  readonly name: string
  /** What each row carries beside id, text, vector and hash. */
  readonly fields: FieldKinds
  /** Names the model and its weights; another one than stored means a rebuild. */
  readonly modelId: string
  readonly dimensions: number
  /** Most rows that are kept in memory for exact and fast search, 20,000 if absent; 0 never does. */
  readonly snapshotRows?: number | undefined
  /** Whether vectors of the model before are kept until `dropEarlier` when the model is another one; false if absent. */
  readonly servesEarlier?: boolean | undefined
  /** For readers: rows are read whichever model they are of, and written only if they are of this one; false if absent. */
  readonly anyModel?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Opens a collection, making it if it isn't there and rebuilding it if it is broken or was made for another model.
 *
 * LanceDB is loaded by the first call. The folder is a cache: deleting it, even while in use, loses nothing that the
 * caller can't index again.
 * @returns The collection; close it by `await using` or `[Symbol.asyncDispose]()`.
 * @throws `VECTOR_STORE_COLLECTION_INVALID` `VECTOR_STORE_UNAVAILABLE`
 * @example
 * await using agents = await openCollection({
 *   directory: '/space/.datacore/cache/vectors', name: 'agents',
 *   fields: { agent: 'string', tags: 'strings' }, modelId: 'minilm-fp32', dimensions: 384,
 * })
 */
export async function openCollection(options: OpenCollectionOptions): Promise<Collection> {
  const { directory, name, fields, modelId, dimensions } = options
  const shape = { collection: name, fields, modelId, dimensions }
  checkShape(shape)
  options.signal?.throwIfAborted()
  const collection = new LanceCollection({
    lance: loadLance(),
    place: placeOf(directory, name),
    shape,
    snapshotRows: options.snapshotRows ?? vectorIndexRows,
    servesEarlier: options.servesEarlier ?? false,
    anyModel: options.anyModel ?? false,
  })
  await collection.open({ signal: options.signal })
  return collection
}
