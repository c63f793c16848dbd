import type { Reranker } from '@datacortex/embeddings'
import type { NoteFilter } from '../index/note-filter.ts'
import type { Shown } from './shown-index.ts'

/** A result of any search, in the form of `datacortex search --json`. */
export type SearchHit = {
  /** Of the row: `path#3`, `memory:mem-…`. */
  readonly id: string
  /** Relative to the space; absent for what is no file. */
  readonly path?: string | undefined
  readonly title: string
  readonly type: string
  /** 0–1, best first. */
  readonly score: number
  /** 0 for a direct match, 1 and more for notes reached over links and tags. */
  readonly hop: number
  /** How it was reached, from a direct match on. */
  readonly via?: readonly string[] | undefined
  /** If a newer version of its source has replaced this text; it was kept as a person had changed it. */
  readonly earlier?: true | undefined
  /** If the file of the note is not as it was indexed: it has other content, or is not there any more. */
  readonly state?: 'changed' | 'missing' | undefined
  readonly snippet: string
  /** The file with the whole text of the source, if the snippet and its lines are from there. */
  readonly text?: string | undefined
  /** How well it answers by the cross-encoder that ranked it, 0–1; `score` is that of its place. */
  readonly reranked?: number | undefined
  /** Who answered: `local`, `session`, the name of a source. */
  readonly origin: string
  readonly space?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly date?: string | undefined
  /** First and last line of the snippet in its file, from 1. */
  readonly start?: number | undefined
  readonly end?: number | undefined
}

export type SearchPortOptions = {
  /** Most hits, at least 1. */
  readonly limit: number
  readonly filter?: NoteFilter | undefined
  /** Hops along links and tags; 0 if absent. */
  readonly expand?: number | undefined
  /** What the caller may be shown; everything if absent. */
  readonly shown?: Shown | undefined
  /** Ranks the first twenty notes of the index anew. */
  readonly reranker?: Reranker | undefined
  /** Aborted when the model is waited for no longer: words alone answer then. */
  readonly meaningUntil?: AbortSignal | undefined
  readonly signal?: AbortSignal | undefined
}

/** Anything that searches: the index, a scan of the files, tiers over both. Best hits first. */
export type SearchPort = (query: string, options: SearchPortOptions) => Promise<readonly SearchHit[]>
