import type { Writer } from './writer.ts'

/**
 * Names by which the world knows one work, without prefix and normalised: `10.1000/xyz`, `2101.00001`, `12345678`.
 *
 * The version of an arXiv id is no part of it.
 */
export type WorkIds = {
  readonly doi?: string | undefined
  readonly arxiv?: string | undefined
  readonly pmid?: string | undefined
  readonly pmcid?: string | undefined
  readonly semantic_scholar?: string | undefined
  readonly isbn?: string | undefined
}

/** Something a source found. `id` is stable: the same thing has the same id in every search. */
export type FoundDocument = {
  readonly id: string
  readonly title: string
  readonly url?: string | undefined
  /** What the source shows of it: an abstract, a passage. Plain text. */
  readonly snippet?: string | undefined
  /** The whole text as Markdown, where the source hands it over; it need not be read again then. */
  readonly text?: string | undefined
  /** UTC, ISO 8601; as exact as the source is: `2024`, `2024-05`, `2024-05-06`, or a time. */
  readonly publishedAt?: string | undefined
  readonly authors?: readonly string[] | undefined
  readonly workIds?: WorkIds | undefined
  /** Relevance as the source rates it, 0–1. */
  readonly score?: number | undefined
  /** Rows of metrics of a source of structured data: shown as a table, never as prose. */
  readonly data?: readonly Readonly<Record<string, string | number | boolean | null>>[] | undefined
}

/** What a source answers to one query. */
export type SourceAnswer = {
  /** Best first, at most `limit`. */
  readonly documents: readonly FoundDocument[]
  /** Prose of an answer engine. It is a route to `documents`, never evidence. */
  readonly answer?: string | undefined
  /** What the call cost as the provider reports it, in US dollars. */
  readonly cost_usd?: number | undefined
}

/** A document that was read. */
export type ReadDocument = {
  readonly title: string
  /** Markdown. */
  readonly text: string
  readonly contentType: string
  /** Where it was read in the end. */
  readonly url: string
  readonly publishedAt?: string | undefined
  readonly authors?: readonly string[] | undefined
}

/** How a question to a source is told to stop, and how much it may answer. */
export type SourceOptions = {
  /** Aborted when the time is over; everything that was started must then end. */
  readonly signal: AbortSignal
  readonly limit: number
  /** Variant of the source's model, from its `models`: `quick` or `deep`. */
  readonly depth?: 'quick' | 'deep' | undefined
}

/**
 * Finds or reads things elsewhere; has at least one of the methods.
 *
 * What goes wrong is thrown as a coded error. Its `details.transient` says whether another attempt may help, and
 * `details.retryAfterMs` how long to wait before it.
 */
export type Source = {
  readonly search?: ((query: string, options: SourceOptions) => Promise<SourceAnswer>) | undefined
  readonly read?: ((url: string, options: { readonly signal: AbortSignal }) => Promise<ReadDocument>) | undefined
  /** For sources of the layer `synthesize`. */
  readonly generate?: Writer['generate'] | undefined
}
