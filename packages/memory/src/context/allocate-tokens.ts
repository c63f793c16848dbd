import { fitText } from '../tiers/fit-text.ts'
import type { Tokenizer } from '../tiers/load-tokenizer.ts'
import type { ContextCandidate, ContextKind, ContextPart, LeftOut } from './context-block.ts'

/** What got a place and what did not. */
export type Allocation = { readonly parts: readonly ContextPart[]; readonly leftOut: readonly LeftOut[] }

/** Of a required file or document, fewer tokens than this are worth nothing. */
const leastTokens = 48
/** Required files leave this share of the room to everything else, if it needs it. */
const reservedShare = 0.3

/**
 * Divides a room of tokens among candidates.
 *
 * Required files come first and share fairly: small ones whole, large ones cut to the same length. The rest takes
 * turns by kind, best first, so that no kind starves another.
 *
 * @param candidates - Best first within each kind.
 * @param options - `roomTokens` ≥ 0; the tokenizer.
 */
export function allocateTokens(
  candidates: readonly ContextCandidate[],
  options: { readonly roomTokens: number; readonly tokenizer: Tokenizer },
): Allocation {
  const { roomTokens, tokenizer } = options
  const sized = candidates.map((candidate) => ({ candidate, cost: costOf(candidate.text, tokenizer) }))
  const required = sized.filter(({ candidate }) => candidate.kind === 'required')
  const others = inTurns(sized.filter(({ candidate }) => candidate.kind !== 'required'))
  const reserved = Math.min(sum(others), Math.floor(roomTokens * reservedShare))
  const first = shareFairly(required, { roomTokens: roomTokens - reserved, tokenizer })
  const used = first.parts.reduce((total, { text }) => total + costOf(text, tokenizer), 0)
  const second = takeTurns(others, { roomTokens: roomTokens - used, tokenizer })
  return { parts: [...first.parts, ...second.parts], leftOut: [...first.leftOut, ...second.leftOut] }
}

type Sized = { readonly candidate: ContextCandidate; readonly cost: number }
type Room = { readonly roomTokens: number; readonly tokenizer: Tokenizer }

const separator = '\n\n'

/** Tokens with what separates it from the next; one more, because joined texts are split into tokens differently. */
function costOf(text: string, tokenizer: Tokenizer): number {
  return tokenizer.count(`${text}${separator}`) + 1
}

function sum(sized: readonly Sized[]): number {
  return sized.reduce((total, { cost }) => total + cost, 0)
}

function shareFairly(required: readonly Sized[], { roomTokens, tokenizer }: Room): Allocation {
  const parts: ContextPart[] = []
  const leftOut: LeftOut[] = []
  const served = required.slice(0, Math.floor(Math.max(0, roomTokens) / leastTokens))
  const level = waterLevel(
    served.map(({ cost }) => cost),
    roomTokens,
  )
  for (const { candidate, cost } of served) {
    const overhead = cost - tokenizer.count(candidate.text)
    const { text, tokens, cut } = fitText(candidate.text, { budgetTokens: Math.floor(level) - overhead, tokenizer })
    if (text === '') leftOut.push(tooLittle(candidate, { cost, left: Math.floor(level) }))
    else parts.push({ ...candidate, text, tokens })
    if (cut && text !== '')
      leftOut.push({ origin: candidate.origin, reason: `the budget allows ${tokens} of its ${cost - overhead} tokens` })
  }
  for (const { candidate, cost } of required.slice(served.length)) leftOut.push(tooLittle(candidate, { cost, left: 0 }))
  return { parts, leftOut }
}

/** The length to which all are cut so that together they fill the room: what small ones leave goes to large ones. */
function waterLevel(costs: readonly number[], room: number): number {
  const ascending = [...costs].sort((one, other) => one - other)
  let left = room
  for (const [index, cost] of ascending.entries()) {
    const share = left / (ascending.length - index)
    if (cost > share) return share
    left -= cost
  }
  return Infinity
}

function takeTurns(others: readonly Sized[], { roomTokens, tokenizer }: Room): Allocation {
  const parts: ContextPart[] = []
  const leftOut: LeftOut[] = []
  let left = roomTokens
  for (const { candidate, cost } of others) {
    if (cost > left) {
      leftOut.push(tooLittle(candidate, { cost, left }))
      continue
    }
    parts.push({ ...candidate, tokens: tokenizer.count(candidate.text) })
    left -= cost
  }
  return { parts, leftOut }
}

function tooLittle({ origin }: ContextCandidate, { cost, left }: { cost: number; left: number }): LeftOut {
  return { origin, reason: `it needs ${cost} tokens and ${Math.max(0, left)} were left` }
}

/** The first of each kind, then the second of each kind, and so on. */
function inTurns(others: readonly Sized[]): readonly Sized[] {
  const turns: readonly ContextKind[] = ['inferred', 'reference', 'memory', 'search']
  const byKind = turns.map((kind) => others.filter(({ candidate }) => candidate.kind === kind))
  const longest = Math.max(0, ...byKind.map(({ length }) => length))
  return Array.from({ length: longest }, (_, turn) => byKind.flatMap((kind) => kind[turn] ?? [])).flat()
}
