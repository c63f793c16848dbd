import { compileLinear } from './linear-regex.ts'

/** A text in which each part could be matched in many ways. */
function search(pattern: string, text: string): () => unknown {
  const regex = compileLinear(pattern)
  if (!regex.ok) throw new Error(regex.reason)
  return () => regex.first(text)
}

export function nestedRepeats(size: number): () => unknown {
  return search('(a+)+$', `${'a'.repeat(size)}b`)
}

export function repeatsOfWords(size: number): () => unknown {
  return search('^(\\w+\\s?)*;$', `${'word '.repeat(size)}!`)
}

export function wordsBeyondAscii(size: number): () => unknown {
  return search('(\\b\\w+\\s?)*;$', `${'wörd '.repeat(size)}!`)
}

export function repeatsOfRepeats(size: number): () => unknown {
  return search('(x+x+)+y', 'x'.repeat(size))
}

export function gaps(size: number): () => unknown {
  return search('a.*a.*a.*a.*a.*a.*a.*b', 'a'.repeat(size))
}

export function countedGaps(size: number): () => unknown {
  return search('(.*a){20}', 'a'.repeat(size))
}

export function alternatives(size: number): () => unknown {
  return search('(a|aa)+$', `${'a'.repeat(size)}b`)
}

export function longLiteral(size: number): () => unknown {
  return search(`${'a'.repeat(900)}b`, 'a'.repeat(size))
}
