import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CorpusName } from './corpus-space.ts'

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
  const text = await readFile(join(dataFolder, 'find', `${corpus}.dev.jsonl`), 'utf8')
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as LabelledQuery)
}
