/** A number with its unit; equal if both are. With `to`, all from one to the other: “five to six hours”. */
export type StatedNumber = {
  readonly value: number
  readonly to?: number | undefined
  readonly unit?: string | undefined
}

/** A year, or a decade with its first and last one. */
export type YearSpan = { readonly from: number; readonly to: number }

/** What a sentence or a clause says, as it is compared with others. */
export type Statement = {
  readonly terms: readonly string[]
  /** Amounts, without the years. */
  readonly numbers: readonly StatedNumber[]
  readonly years: readonly YearSpan[]
  /** What it names, in lower case, sorted. */
  readonly names: readonly string[]
  readonly negated: boolean
  /** Which ends of opposites it speaks of: `+rise`, `-rise`. */
  readonly poles: readonly string[]
}

/** A sentence as it is compared with others. */
export type StatedSentence = Statement & {
  readonly plain: string
  /** What it says in its clauses, with the subject of the sentence before where it says “it”; empty if it is one. */
  readonly clauses: readonly Statement[]
}
