import type { ContextCandidate, ContextKind, ContextPart, LeftOut } from './context-block.ts'
import { type Allocation, type Room, overBudget, separatorTokens, shareFairly, shareOfFound } from './share-fairly.ts'

/** What got a place, and at whose cost. */
export type Division = Allocation & {
  /** Whose texts had to give way: of nothing, of what was found, or also of what is asked for. */
  readonly dropped: 'nothing' | 'found' | 'asked'
  /** Of all texts as a whole, without what stands between them; infinite where a long one was not counted. */
  readonly neededTokens: number
}

/** Divides a room of tokens by the steps of {@link overBudget}; what was found takes turns by kind, best first. */
function allocateTokens(candidates: readonly ContextCandidate[], options: Room): Division {
  const { roomTokens, tokenizer } = options
  const asked = ['required', 'reference'].flatMap((kind) => candidates.filter((candidate) => candidate.kind === kind))
  const found = inTurns(candidates.filter((candidate) => !asked.includes(candidate)))
  const sized = found.map((candidate) => ({ candidate, tokens: tokenizer.count(candidate.text) }))
  // Only what fits is kept free: of one long hit nothing would be there, and files would be cut for it in vain.
  const reserved = usedBy(takeTurns(sized, Math.floor(roomTokens * shareOfFound)))
  const first = shareFairly(asked, { roomTokens: roomTokens - reserved, tokenizer })
  const second = takeTurns(sized, roomTokens - usedBy(first))
  const dropped = first.leftOut.length > 0 ? 'asked' : second.leftOut.length > 0 ? 'found' : 'nothing'
  return {
    parts: [...first.parts, ...second.parts],
    leftOut: [...first.leftOut, ...second.leftOut],
    dropped,
    neededTokens: sized.reduce((sum, { tokens }) => sum + tokens, first.neededTokens),
  }
}

function usedBy({ parts }: Allocation): number {
  return parts.reduce((sum, { tokens }) => sum + tokens + separatorTokens, 0)
}

type Sized = { readonly candidate: ContextCandidate; readonly tokens: number }

function takeTurns(sized: readonly Sized[], roomTokens: number): Allocation {
  const parts: ContextPart[] = []
  const leftOut: LeftOut[] = []
  let left = Math.max(0, roomTokens)
  for (const { candidate, tokens } of sized) {
    if (tokens + separatorTokens > left) {
      const reason = overBudget(1, `it needs ${tokens + separatorTokens} tokens and ${left} are left`)
      leftOut.push({ origin: candidate.origin, reason })
      continue
    }
    parts.push({ ...candidate, tokens })
    left -= tokens + separatorTokens
  }
  return { parts, leftOut }
}

/** The first of each kind, then the second of each kind, and so on. */
function inTurns(found: readonly ContextCandidate[]): readonly ContextCandidate[] {
  const turns: readonly ContextKind[] = ['inferred', 'memory', 'search']
  const byKind = turns.map((kind) => found.filter((candidate) => candidate.kind === kind))
  const longest = Math.max(0, ...byKind.map(({ length }) => length))
  return Array.from({ length: longest }, (_, turn) => byKind.flatMap((kind) => kind[turn] ?? [])).flat()
}

/** As {@link allocateTokens}, without excerpts of files that are there as a whole, or in the part that they are of. */
export function allocateWithoutRepetition(candidates: readonly ContextCandidate[], options: Room): Division {
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
