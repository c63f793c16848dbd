import type { TextSpan } from '@datacortex/knowledge-extractor/text'

/** A number with its unit; equal if both are. With `to`, all from one to the other: “five to six hours”. */
export type ClaimNumber = {
  readonly value: number
  readonly to?: number | undefined
  readonly unit?: string | undefined
}

/** A year, or a decade with its first and last one. */
export type YearSpan = { readonly from: number; readonly to: number }

export type Statement = {
  readonly terms: readonly string[]
  /** Amounts, without the years. */
  readonly numbers: readonly ClaimNumber[]
  readonly years: readonly YearSpan[]
  /** What it names, in lower case, sorted. */
  readonly names: readonly string[]
  readonly negated: boolean
  /** Which ends of opposites it speaks of: `+rise`, `-rise`. */
  readonly poles: readonly string[]
}

export type Claim = TextSpan &
  Statement & {
    /** Of the document; the snapshot has the same. */
    readonly sourceId: string
    readonly plain: string
    /** What it says in its clauses, with the subject of the sentence before where it says “it”; empty if it is one. */
    readonly clauses: readonly Statement[]
    /** How much it says about the topic, 0–1. */
    readonly score: number
    /** Works and addresses that its paragraph points at: `doi:10.1000/xyz`, `link:https://…`. */
    readonly cites: readonly string[]
  }
