import { fitText } from '../tiers/fit-text.ts'
import type { Tokenizer } from '../tiers/load-tokenizer.ts'
import type { ContextCandidate, ContextKind, ContextPart, LeftOut } from './context-block.ts'
import { leastTokens, orderOfSacrifice, overBudget, shareOfFound } from './order-of-sacrifice.ts'

/** What got a place and what did not. */
export type Allocation = { readonly parts: readonly ContextPart[]; readonly leftOut: readonly LeftOut[] }

type Room = { readonly roomTokens: number; readonly tokenizer: Tokenizer }

/**
 * Divides a room of tokens among candidates, by {@link orderOfSacrifice}.
 *
 * Texts that are asked for share fairly: small ones whole, large ones cut to the same length. What was found takes
 * turns by kind, best first, so that no kind starves another.
 *
 * @param candidates - In the order of their importance within each kind.
 * @param options - `roomTokens` ≥ 0; the tokenizer.
 */
export function allocateTokens(candidates: readonly ContextCandidate[], options: Room): Allocation {
  const { roomTokens, tokenizer } = options
  const asked = ['required', 'reference'].flatMap((kind) => candidates.filter((candidate) => candidate.kind === kind))
  const found = inTurns(candidates.filter((candidate) => !asked.includes(candidate)))
  const sized = found.map((candidate) => ({ candidate, tokens: tokenizer.count(candidate.text) }))
  const wanted = sized.reduce((sum, { tokens }) => sum + tokens + separatorTokens, 0)
  const reserved = Math.min(wanted, Math.floor(roomTokens * shareOfFound))
  const first = shareFairly(asked, { roomTokens: roomTokens - reserved, tokenizer })
  const used = first.parts.reduce((sum, { tokens }) => sum + tokens + separatorTokens, 0)
  const second = takeTurns(sized, roomTokens - used)
  return { parts: [...first.parts, ...second.parts], leftOut: [...first.leftOut, ...second.leftOut] }
}

/** What stands between two parts, and one more, because joined texts are split into tokens differently. */
const separatorTokens = 2

type Sized = { readonly candidate: ContextCandidate; readonly tokens: number }

function shareFairly(asked: readonly ContextCandidate[], { roomTokens, tokenizer }: Room): Allocation {
  const room = Math.max(0, roomTokens)
  const sized = sizes(asked, { roomTokens: room, tokenizer })
  const leftOut: LeftOut[] = []
  let level = levelOf(sized, room)
  while (level < leastTokens + separatorTokens) {
    const last = sized.findLastIndex(({ tokens }) => tokens + separatorTokens > level)
    const [dropped] = sized.splice(last, 1)
    if (dropped === undefined) break
    leftOut.unshift({
      origin: dropped.candidate.origin,
      reason: overBudget(4, `fewer than ${leastTokens} tokens are left for it`),
    })
    level = levelOf(sized, room)
  }
  const parts: ContextPart[] = []
  const cut: LeftOut[] = []
  for (const { candidate, tokens: whole } of sized) {
    const budgetTokens = Math.min(Number.MAX_SAFE_INTEGER, Math.floor(level) - separatorTokens)
    const fitted =
      whole <= budgetTokens && whole !== Infinity
        ? { text: candidate.text, tokens: whole, cut: false, kept: candidate.text.length }
        : fitText(candidate.text, { budgetTokens, tokenizer })
    const { text, tokens, kept } = fitted
    if (text !== '') parts.push({ ...candidate, text, tokens, ...(fitted.cut ? { truncated: true as const } : {}) })
    if (fitted.cut && text !== '')
      cut.push({
        origin: candidate.origin,
        reason: overBudget(3, `cut to ${tokens} tokens, the first ${kept} of ${candidate.text.length} characters`),
      })
    else if (text === '')
      cut.push({ origin: candidate.origin, reason: overBudget(4, 'no sentence of it fits into what is left') })
  }
  return { parts, leftOut: [...cut, ...leftOut] }
}

/** Infinite where a text is so long that it will be cut anyway: counting the whole of it would be in vain. */
function sizes(asked: readonly ContextCandidate[], { roomTokens, tokenizer }: Room): Sized[] {
  const estimated = asked.map(({ text }) => text.length / usualCharactersPerToken)
  const level = levelOf(
    estimated.map((tokens) => ({ tokens })),
    roomTokens,
  )
  const longest = Math.min(level, roomTokens) * usualCharactersPerToken * 2
  return asked.map((candidate) => ({
    candidate,
    tokens: candidate.text.length > longest ? Infinity : tokenizer.count(candidate.text),
  }))
}

const usualCharactersPerToken = 4

/** The length to which all are cut so that together they fill the room: what small ones leave goes to large ones. */
function levelOf(sized: readonly { readonly tokens: number }[], room: number): number {
  const ascending = sized.map(({ tokens }) => tokens + separatorTokens).sort((one, other) => one - other)
  let left = room
  for (const [index, cost] of ascending.entries()) {
    const share = left / (ascending.length - index)
    if (cost > share) return share
    left -= cost
  }
  return Infinity
}

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
  const turns: readonly ContextKind[] = orderOfSacrifice[0]?.kinds ?? []
  const byKind = turns.map((kind) => found.filter((candidate) => candidate.kind === kind))
  const longest = Math.max(0, ...byKind.map(({ length }) => length))
  return Array.from({ length: longest }, (_, turn) => byKind.flatMap((kind) => kind[turn] ?? [])).flat()
}
