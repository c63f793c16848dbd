import type { Tokenizer } from '../tokens/load-tokenizer.ts'
import { type Division, allocateTokens } from './allocate-tokens.ts'
import type { ContextCandidate, ContextPart, LeftOut } from './context-block.ts'

/** As {@link allocateTokens}, without excerpts of files that are there as a whole, or in the part that they are of. */
export function allocateWithoutRepetition(
  candidates: readonly ContextCandidate[],
  options: { readonly roomTokens: number; readonly tokenizer: Tokenizer },
): Division {
  const files = new Map<string, ContextCandidate>()
  for (const candidate of candidates)
    if (isFile(candidate) && !files.has(candidate.origin)) files.set(candidate.origin, candidate)
  const repeats = new Set(candidates.filter((one) => (files.get(one.origin) ?? one) !== one))
  // What comes back takes room from the files, of which more may be cut then; so it ends when nothing does.
  let neededTokens: number | undefined
  for (;;) {
    const kept = candidates.filter((candidate) => !repeats.has(candidate))
    const allocation = allocateTokens(kept, options)
    // Where all have room, no excerpt comes back.
    neededTokens ??= allocation.neededTokens
    const given = new Map(allocation.parts.filter(isFile).map((part) => [part.origin, part]))
    const missing = [...repeats].filter((excerpt) => !isFile(excerpt) && !standsIn(excerpt, given.get(excerpt.origin)))
    if (missing.length === 0) {
      const leftOut = Array.from(repeats, (one) => repetition(one, given.get(one.origin)))
      return { ...allocation, neededTokens, leftOut: [...leftOut, ...allocation.leftOut] }
    }
    for (const excerpt of missing) repeats.delete(excerpt)
  }
}

function isFile({ kind, provenance }: ContextCandidate): boolean {
  return kind === 'required' || (kind === 'reference' && provenance.start === undefined)
}

function standsIn({ kind, text }: ContextCandidate, file: ContextPart | undefined): boolean {
  if (file === undefined) return false
  if (file.truncated !== true) return true
  // The first line of what was found names where it is from.
  const lines = text.split('\n').slice(kind === 'reference' ? 0 : 1)
  return lines.every((line) => file.text.includes(line.trim().replaceAll(/^…|…$/g, '')))
}

function repetition(one: ContextCandidate, file: ContextPart | undefined): LeftOut {
  const { origin, kind } = one
  // Where the file was cut or has no place, that is said of it once; of its double nothing more is true.
  if (file === undefined || (isFile(one) && file.truncated === true))
    return { origin, reason: `it is asked for twice (found as ${kind})` }
  const how = file.truncated === true ? 'in the part of it that is in the context' : 'in the context as a whole'
  return { origin, reason: `it is ${how} already (found as ${kind})` }
}
