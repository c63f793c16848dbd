import type { Embedder } from '@datacortex/embeddings'
import type { CorpusName, CorpusSpace } from '../data/corpus-space.ts'

/** A figure beside the number it has to reach. */
export type Check = {
  readonly what: string
  readonly value: number
  readonly target: { readonly atMost: number } | { readonly atLeast: number } | { readonly above: number }
  /** Written after the number: `×`, `ms`, … */
  readonly unit?: string | undefined
}

/** Rows of a Markdown table; the first column is text, the others are numbers as they are printed. */
export type Table = {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** What a benchmark found. */
export type Report = {
  readonly tables: readonly Table[]
  readonly checks: readonly Check[]
  readonly notes?: readonly string[] | undefined
}

/** Why a benchmark did not run. */
export type Skipped = { readonly skipped: string }

/** What all benchmarks of a run have in common, made when first asked for. */
export type Bench = {
  /** With `agents/` and `find/`; undefined if it isn't there. */
  readonly dataFolder: string | undefined
  /** The real model, loaded once; disposing of it does nothing. */
  readonly embedder: Embedder
  /** A new folder that is removed after the run. */
  makeFolder(): Promise<string>
  /** A space with the agents of a corpus, imported and indexed once a run. */
  space(corpus: CorpusName): Promise<CorpusSpace>
  /** Tells the person who waits what is being done. */
  tell(line: string): void
}

/** One benchmark: its name on the command line and what it does. */
export type Benchmark = {
  readonly name: string
  run(bench: Bench): Promise<Report | Skipped>
}

/** Whether a figure reaches its target. */
export function reaches({ value, target }: Check): boolean {
  if ('atMost' in target) return value <= target.atMost
  return 'atLeast' in target ? value >= target.atLeast : value > target.above
}

/** The answer of a benchmark that needs the data folder, which is not there. */
export const dataAbsent: Skipped = {
  skipped: 'the data folder is absent; set DATACORTEX_BENCH_DATA to a folder with agents/ and find/',
}
