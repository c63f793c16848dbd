import { commaSeparated } from './field-values.ts'

/** A line that is nothing but commas. */
export function commas(size: number): () => unknown {
  const line = `x${','.repeat(size)}`
  return () => commaSeparated(line)
}
