import { plainLine } from './plain-line.ts'

/** Brackets that come together again and again as others between them are taken out. */
export function bracketsWithinBrackets(size: number): () => unknown {
  const title = `${'[]'.repeat(size)}[[${']['.repeat(size)}`
  return () => plainLine(title)
}
