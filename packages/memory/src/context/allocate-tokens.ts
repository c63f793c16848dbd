import type { Tokenizer } from '../tokens/load-tokenizer.ts'
import type { ContextCandidate, ContextKind, ContextPart, LeftOut } from './context-block.ts'
import { overBudget, separatorTokens, shareOfFound } from './over-budget.ts'
import { type Allocation, shareFairly } from './share-fairly.ts'

/** What got a place, and at whose cost. */
export type Division = Allocation & {
  /** Whose texts had to give way: of nothing, of what was found, or also of what is asked for. */
  readonly givenUp: 'nothing' | 'found' | 'asked'
  /** Of all texts as a whole, without what stands between them; infinite where a long one was not counted. */
  readonly neededTokens: number
}

type Room = { readonly roomTokens: number; readonly tokenizer: Tokenizer }

/** Divides a room of tokens by the steps of {@link overBudget}; what was found takes turns by kind, best first. */
export function allocateTokens(candidates: readonly ContextCandidate[], options: Room): Division {
  const { roomTokens, tokenizer } = options
  const asked = ['required', 'reference'].flatMap((kind) => candidates.filter((candidate) => candidate.kind === kind))
  const found = inTurns(candidates.filter((candidate) => !asked.includes(candidate)))
  const sized = found.map((candidate) => ({ candidate, tokens: tokenizer.count(candidate.text) }))
  // Only what fits is kept free: of one long hit nothing would be there, and files would be cut for it in vain.
  const reserved = usedBy(takeTurns(sized, Math.floor(roomTokens * shareOfFound)))
  const first = shareFairly(asked, { roomTokens: roomTokens - reserved, tokenizer })
  const second = takeTurns(sized, roomTokens - usedBy(first))
  const givenUp = first.leftOut.length > 0 ? 'asked' : second.leftOut.length > 0 ? 'found' : 'nothing'
  return {
    parts: [...first.parts, ...second.parts],
    leftOut: [...first.leftOut, ...second.leftOut],
    givenUp,
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
