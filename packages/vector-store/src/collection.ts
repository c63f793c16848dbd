import type { Filter } from './filter/filter.ts'
import type { RetrieverHit, Row, StoredRow } from './rows/row.ts'

export type OperationOptions = { readonly signal?: AbortSignal | undefined }

/** How much of a retriever is wanted. */
export type RetrieverOptions = OperationOptions & {
  /** Most hits, at least 1; 10 if absent. */
  readonly limit?: number | undefined
  /** Conditions that every hit satisfies. They are applied before the limit. */
  readonly filter?: Filter | undefined
  /** What is read beside the id: `text`, `hash`, fields, `vector`; all but the vector if absent. */
  readonly select?: readonly string[] | undefined
  /** Whether words that no row has by themselves are looked for within longer ones: beginnings, parts of compounds. */
  readonly parts?: boolean | undefined
  /** Whether rows that hold the text as it stands, whatever its case, are found where its words find none. */
  readonly literal?: boolean | undefined
  /** Whether it completes a search made just now, which is no second one that would read a small table into memory. */
  readonly completes?: boolean | undefined
}

/**
 * Rows that are found by meaning and by words.
 *
 * Every read sees what any process has written before it. A write is stored when its promise resolves.
 */
export type Collection = AsyncDisposable & {
  /** The last rebuild that this process made; if there is one, index everything again. */
  readonly rebuilt: Rebuilt | undefined
  /**
   * Writes rows; one whose id is there replaces it as a whole, also its vector. Ids must differ within a batch.
   * `isPart`: more follow, and who writes them calls `optimize`.
   */
  upsert(rows: readonly Row[], options?: OperationOptions & { readonly isPart?: boolean | undefined }): Promise<void>
  /** Writes rows whose ids aren't there yet, several times faster; `optimize` brings them into the indexes. */
  add(rows: readonly Row[], options?: OperationOptions): Promise<void>
  /** Deletes rows by id; unknown ids are no error. Resolves to the number that went. */
  delete(ids: readonly string[], options?: OperationOptions): Promise<number>
  /** Deletes the rows that satisfy a filter, which must have a condition. Resolves to the number that went. */
  deleteWhere(filter: Filter, options?: OperationOptions): Promise<number>
  count(filter?: Filter): Promise<number>
  /** Rows by id; unknown ids are absent. */
  get(ids: readonly string[]): Promise<ReadonlyMap<string, StoredRow>>
  /** Of all rows, with and without a vector. */
  ids(): Promise<readonly string[]>
  /** Content hash of each row that has its vector, by id: what an indexer doesn't have to do again. */
  hashes(): Promise<ReadonlyMap<string, string>>
  /** Content hash of each row that still lacks its vector, by id: found by words only. */
  pending(): Promise<ReadonlyMap<string, string>>
  /** Vectors by content hash, under whatever id they are stored, so that no text is embedded twice. */
  vectorsOf(hashes: readonly string[]): Promise<ReadonlyMap<string, Float32Array>>
  /** Nearest rows by cosine, to a vector of the collection's own model. */
  searchVector(vector: Float32Array, options?: RetrieverOptions): Promise<readonly RetrieverHit[]>
  /** Rows that share a word with a text, by BM25; any text is a valid query. */
  searchText(text: string, options?: RetrieverOptions): Promise<readonly RetrieverHit[]>
  /** The word that one in lower case was likely meant to be, itself if a row has it; undefined if none has one near it. */
  nearestWord(word: string): Promise<string | undefined>
  /** What there is of vectors, the best first: until {@link dropEarlier}, those of the model before come first. */
  vectorSources(): Promise<readonly VectorSource[]>
  /** Gives up the vectors of the model before: those of the present one are complete. */
  dropEarlier(options?: OperationOptions): Promise<void>
  /** Makes later searches fast: a small table is read into memory now and not at the second search of a retriever. */
  warm(): Promise<void>
  /** Merges what many writes left, updates indexes, prunes old versions. Happens by itself every few writes. */
  optimize(options?: OperationOptions): Promise<void>
}

/** The vectors of one model; what is asked of them must be embedded by it. */
export type VectorSource = Pick<Collection, 'hashes' | 'vectorsOf' | 'searchVector'> & {
  readonly modelId: string
  readonly dimensions: number
}

// Here, as what is published is of this: the types of the table name those of LanceDB.

/** Why a table was made anew: only with `model-changed` (texts without vectors) and `index-broken` are rows kept. */
export type RebuildReason = 'model-changed' | 'fields-changed' | 'format-changed' | 'corrupt' | 'index-broken'

/** A rebuild that happened: the caller brings the rows back by indexing again. */
export type Rebuilt = {
  readonly reason: RebuildReason
  /** What was found, for logs. */
  readonly detail: string
  /** Rows that are still there; without their vectors after `model-changed`. */
  readonly keptRows: number
}
