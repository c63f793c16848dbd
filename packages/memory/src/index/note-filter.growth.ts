import { rowConditions } from './note-filter.ts'

// It has very many of the signs that stand at an end, but not there.
export function tagThatIsAskedFor(size: number): () => unknown {
  const tag = `a${':'.repeat(size)}b`
  return () => rowConditions({ tags: [tag] })
}
