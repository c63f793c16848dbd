import type { FoundDocument, WorkIds } from '@datacortex/plugin'
import type { WorkIdKind } from './normalise-work-id.ts'

export type Sighting = { readonly source: string; readonly rank?: number | undefined }

/** What duplicates are looked for among. All fields but `id` and `title` may be missing, and each helps. */
export type DedupDocument = Pick<FoundDocument, 'id' | 'title' | 'url' | 'publishedAt' | 'authors' | 'workIds'> & {
  /** `rel=canonical` of the page. */
  readonly canonicalUrl?: string | undefined
  /** The extracted text, not a snippet of it. */
  readonly text?: string | undefined
  readonly siteName?: string | undefined
  readonly foundBy?: readonly Sighting[] | undefined
}

/** Why two are one: an id, the address, title, text on one domain or another (`mirror`), or a part (`derived`). */
export type MergeReason = WorkIdKind | 'url' | 'title' | 'text' | 'mirror' | 'derived'

export type Merge = {
  readonly a: string
  readonly b: string
  readonly reason: MergeReason
  readonly detail: string
}

export type Cluster<T extends DedupDocument> = {
  readonly id: string
  readonly representative: T
  /** All documents of the cluster, none changed; the representative first. */
  readonly documents: readonly T[]
  readonly foundBy: readonly Sighting[]
  readonly workIds: WorkIds
  readonly merges: readonly Merge[]
}

export type Deduplication<T extends DedupDocument> = {
  /** In the order of their first documents. */
  readonly clusters: readonly Cluster<T>[]
  /** Documents with common text that are not one, such as a digest and its articles: what both say is one voice. */
  readonly overlaps: readonly Merge[]
}
