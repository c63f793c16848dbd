/**
 * Why a table was made anew.
 *
 * - `model-changed`: texts were kept and are searchable by words; the vectors are those of another model.
 * - `fields-changed`, `format-changed`: the table is empty.
 * - `corrupt`: files were missing or broken; the table is empty.
 * - `index-broken`: an index was broken and was made again; no row was lost.
 */
export type RebuildReason = 'model-changed' | 'fields-changed' | 'format-changed' | 'corrupt' | 'index-broken'

/** A rebuild that happened: the caller brings the rows back by indexing again. */
export type Rebuilt = {
  readonly reason: RebuildReason
  /** What was found, for logs. */
  readonly detail: string
  /** Rows that are still there; without their vectors after `model-changed`. */
  readonly keptRows: number
}
