import { join } from 'node:path'
import type { CorpusName } from './corpus-space.ts'
import { jsonLines } from './json-lines.ts'

/** A request with the agents that fit it. */
export type LabelledQuery = {
  readonly query: string
  /** Null in negatives, which no agent of the corpus fits. */
  readonly gold: string | null
  /** Others that fit as well. */
  readonly also: readonly string[]
  /** `hard` ones share no telling word with their agent. */
  readonly kind: 'easy' | 'hard' | 'negative'
}

/**
 * Reads the labelled requests of a corpus.
 *
 * @param dataFolder - With `find/`.
 * @param corpus - Whose.
 */
export async function labelledQueries(dataFolder: string, corpus: CorpusName): Promise<readonly LabelledQuery[]> {
  return (await jsonLines(join(dataFolder, 'find', `${corpus}.dev.jsonl`))) as readonly LabelledQuery[]
}
