import { memoryTitle } from './memory-rows.ts'

/** It has very many of the signs that stand at an end, but not there. */
export function titleOfMemory(size: number): () => unknown {
  const summary = `${'\n'.repeat(size)}x`
  return () => memoryTitle(summary)
}
