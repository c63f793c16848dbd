import { nameMatcher } from './name-matcher.ts'

/** Each star could stand for more, if only the last part were there. */
export function manyStars(size: number): () => unknown {
  const name = 'a'.repeat(255)
  return () => nameMatcher(`${'*a'.repeat(size)}*b`)(name)
}

export function longName(size: number): () => unknown {
  const name = 'a'.repeat(size)
  return () => nameMatcher(`${'*a'.repeat(60)}*b`)(name)
}

/** Brackets that begin no class; more of them would only fill the memory. */
export function openBrackets(size: number): () => unknown {
  const pattern = `${'['.repeat(Math.min(size, 65_536))}*`
  return () => nameMatcher(pattern)
}
