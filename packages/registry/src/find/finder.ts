import type { AgentCard } from './index/index-entry.ts'

export type FindOptions = {
  /** Most results, at least 1; 5 if absent. */
  readonly top?: number | undefined
  /** Tags that every result has. */
  readonly tags?: readonly string[] | undefined
  /** Least score, 0–1; the space's setting if absent. */
  readonly minScore?: number | undefined
  /** Whether each result says how it came about. */
  readonly explain?: boolean | undefined
  /** Whether a mistyped query stands for what it was likely meant to be, where agents fit that better. */
  readonly corrects?: boolean | undefined
  /** Agents of which the caller knows that their files are not there, beside those of which the index does. */
  readonly gone?: Iterable<string> | undefined
  readonly signal?: AbortSignal | undefined
}

export type FindExplanation = {
  /** Mean of the best cosines, −1 to 1, and the place by it, from 1. */
  readonly vector_score: number
  readonly vector_rank: number | undefined
  /** Share of the best possible BM25, 0–1, and the place by it, from 1. */
  readonly text_score: number
  readonly text_rank: number | undefined
  /** What its examples say, about 0–1; absent if it has none. Up to half of the score comes from it. */
  readonly example_score?: number | undefined
  readonly weights: { readonly vector: number; readonly text: number }
  /** The agent's nearest texts with their cosines, best first. */
  readonly hits: readonly { readonly kind: string; readonly text: string; readonly score: number }[]
}

export type FoundAgent = Pick<AgentCard, 'id' | 'name' | 'description' | 'module'> & {
  /** Calibrated, 0–1. */
  readonly score: number
  /** Skills that the query came near to, best first; scores 0–1. */
  readonly skills: readonly { readonly id: string; readonly name: string; readonly score: number }[]
  /** The agent's text that came nearest. */
  readonly matched: string
  /** `description`, `skill`, `example`, `made example`, `learned`, `trigger`, `section`, `words`, or first `id` or `former id`. */
  readonly matched_kind: string
  /** What is to be said of the name that the query is: that it is deprecated, and its note. */
  readonly notes?: readonly string[] | undefined
  /** Ids of identical copies; absent if there are none. */
  readonly same_as?: readonly string[] | undefined
  /** How its file differs from what is registered; what is gone comes last. The index alone knows of no change. */
  readonly state?: 'changed' | 'gone' | undefined
  readonly explain?: FindExplanation | undefined
}

export type FindResult = {
  readonly query: string
  /** What was searched in its place: some of its words stand in no agent, and others that are nearly so do. */
  readonly corrected?: string | undefined
  readonly took_ms: number
  /** Best first. */
  readonly results: readonly FoundAgent[]
  readonly min_score: number
  /** Those that fit and whose file is not there; absent if there are none. They are no results where nobody else fits. */
  readonly gone?: readonly string[] | undefined
  /** The best agent below the least score, if nothing reached it. */
  readonly best?: { readonly id: string; readonly score: number } | undefined
}
