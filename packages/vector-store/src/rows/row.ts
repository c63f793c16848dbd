/** What a field holds: `strings` are tags, `payload` is text that is kept and can't be filtered by. */
export type FieldKind = 'string' | 'number' | 'boolean' | 'strings' | 'payload'

/** The fields a collection declares: name to kind. */
export type FieldKinds = Readonly<Record<string, FieldKind>>

/** One value of a field. */
export type FieldValue = string | number | boolean | readonly string[]

/** The values of a row's fields; an absent field matches no condition. */
export type FieldValues = Readonly<Record<string, FieldValue | undefined>>

/** A row as it is written. */
export type Row = {
  /** Unique in the collection; writing it again replaces the row. */
  readonly id: string
  /** What full-text search sees. */
  readonly text: string
  /** Vector of the text, stored at unit length; absent while the text isn't embedded yet. */
  readonly vector?: Float32Array | undefined
  /** Hash of whatever was embedded, chosen by the caller: equal hashes must mean equal vectors. */
  readonly hash: string
  readonly fields: FieldValues
}

/** A row as it is read: without its vector, which no reader of hits needs. */
export type StoredRow = Omit<Row, 'vector'>

/** A hit of one retriever, best first. */
export type RetrieverHit = StoredRow & {
  /** Cosine (vector retriever, −1 to 1) or BM25 (text retriever, above 0, no upper bound). */
  readonly score: number
  /** Place in the retriever, from 1. */
  readonly rank: number
  /** The row's own vector, of unit length: in the vector search, where `select` names `vector`. */
  readonly vector?: Float32Array | undefined
}
