import type { HooksPort } from '@datacortex/knowledge-extractor'
import type { ReasoningPath, SearchHit } from '@datacortex/memory'
import type { Writer } from '@datacortex/plugin'
import type { SkippedSource, Sources } from '@datacortex/sources'

export type SearchPorts = {
  readonly sources: Sources
  /** The memory of the space, with its filters. It is waited for: words alone answer as soon as `meaningUntil` is aborted. */
  readonly local: (
    query: string,
    options: { readonly limit: number; readonly signal: AbortSignal; readonly meaningUntil: AbortSignal },
  ) => Promise<{
    /** With `ofOthers` for notes that were made of content from outside: they contradict nobody. */
    readonly hits: readonly (SearchHit & { readonly ofOthers?: boolean | undefined })[]
    readonly remarks?: readonly string[] | undefined
    /** How the notes were reached, if that was asked for. */
    readonly paths?: ReasoningPath | undefined
  }>
  readonly hooks?: HooksPort | undefined
  /** Words the answer better than an extract can, if time is left. It gets text of the web only. */
  readonly writer?: Writer | undefined
  /** Milliseconds that never go back. */
  readonly elapsed?: (() => number) | undefined
}

export type SearchEverythingOptions = {
  /** `local`: notes only; `web`: sources only; `all` if absent. */
  readonly sources?: 'local' | 'web' | 'all' | undefined
  /** Most results; 5 if absent. */
  readonly top?: number | undefined
  /** For all of it; 5000 if absent. */
  readonly timeoutMs?: number | undefined
  readonly signal: AbortSignal
}

/** A result, in the form of `datacortex search --json`. */
export type SearchResult = SearchHit & {
  /** Whether a note was made of content from outside. */
  readonly ofOthers?: boolean | undefined
  readonly url?: string | undefined
  /** Other sources that found it too. */
  readonly also?: readonly string[] | undefined
  readonly publishedAt?: string | undefined
  readonly authority?: 'high' | 'medium' | 'low' | undefined
  readonly authors?: readonly string[] | undefined
}

export type GroundedSentence = {
  readonly text: string
  /** Id of the result that says it. */
  readonly result: string
  readonly title: string
  /** `local`, or the name of a source. */
  readonly origin: string
}

/** A note and the web say things that don't fit together. Shown, never decided. */
export type SearchContradiction = {
  readonly kind: 'number' | 'negation'
  readonly local: GroundedSentence
  readonly web: GroundedSentence
}

/** What all the sources say, within the time. */
export type SearchAnswer = {
  readonly query: string
  /** The query that was asked, if a hook changed it. */
  readonly asked_query?: string | undefined
  readonly took_ms: number
  /** Markdown. Sentences of results, unless `written_by` is there. */
  readonly answer?: string | undefined
  readonly grounds: readonly GroundedSentence[]
  /** The model that worded the answer. */
  readonly written_by?: string | undefined
  /** Local ones first, then those of the web; each part best first. */
  readonly results: readonly SearchResult[]
  readonly contradictions: readonly SearchContradiction[]
  /** Sources that were not asked or did not answer, and why. */
  readonly skipped: readonly SkippedSource[]
  readonly remarks: readonly string[]
  readonly cost_usd: number
  /** How the notes were reached, if that was asked for. */
  readonly paths?: ReasoningPath | undefined
}
