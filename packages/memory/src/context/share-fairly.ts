import { fitText } from '../tokens/fit-text.ts'
import type { Tokenizer } from '../tokens/load-tokenizer.ts'
import type { ContextCandidate, ContextPart, LeftOut } from './context-block.ts'

export type Allocation = { readonly parts: readonly ContextPart[]; readonly leftOut: readonly LeftOut[] }

/** The same of texts that are asked for, and what all of them need, infinite where a long one was not counted. */
export type Shares = Allocation & { readonly neededTokens: number }

export type Room = { readonly roomTokens: number; readonly tokenizer: Tokenizer }

/** Shares a room of tokens equally; what is left over goes to texts without a place, then to nearly whole ones. */
export function shareFairly(asked: readonly ContextCandidate[], { roomTokens, tokenizer }: Room): Shares {
  const room = Math.max(0, roomTokens)
  const sized = sizes(asked, { roomTokens: room, tokenizer })
  const placed = withPlace(sized, room)
  const level = levelOf([...placed], room)
  const given = new Map<Sized, ContextPart>()
  const leftOut = new Map<Sized, LeftOut>()
  let left = room
  const give = (one: Sized, mostTokens: number): void => {
    const fitted = fit(one, { budgetTokens: mostTokens - separatorTokens, tokenizer })
    if (fitted.part !== undefined) {
      given.set(one, fitted.part)
      left -= fitted.part.tokens + separatorTokens
    }
    if (fitted.leftOut !== undefined) leftOut.set(one, fitted.leftOut)
  }
  for (const one of placed) give(one, Math.floor(Math.min(level, Number.MAX_SAFE_INTEGER)))
  // A text is cut after a sentence, so some of what was meant for it may be left.
  const others: Sized[] = []
  for (const one of inOrderOfWorth(sized).filter((each) => !placed.has(each)))
    if (least(one) <= left) give(one, left)
    else others.push(one)
  let refits = 0
  for (const [one, part] of nearestToWhole(given)) {
    const budgetTokens = part.tokens + left
    if (one.tokens > budgetTokens) {
      // To cut a text anew takes time, and the first ones take nearly all that is left.
      if (left < leastGain || refits === mostRefits) continue
      refits += 1
    }
    const fitted = fit(one, { budgetTokens, tokenizer })
    // The note of a cut text may be longer than what it lacks.
    const isLonger = fitted.leftOut === undefined || (fitted.part?.text.length ?? 0) > part.text.length
    if (fitted.part === undefined || !isLonger) continue
    given.set(one, fitted.part)
    left -= fitted.part.tokens - part.tokens
    if (fitted.leftOut === undefined) leftOut.delete(one)
    else leftOut.set(one, fitted.leftOut)
  }
  for (const one of others) leftOut.set(one, withoutPlace(one, left))
  return {
    parts: sized.flatMap((one) => given.get(one) ?? []),
    leftOut: sized.flatMap((one) => leftOut.get(one) ?? []),
    neededTokens: sized.reduce((sum, { tokens }) => sum + tokens, 0),
  }
}

/** Tokens are infinite where a text is so long that it will be cut anyway: counting the whole of it would be in vain. */
type Sized = { readonly candidate: ContextCandidate; readonly tokens: number }

function costOf({ tokens }: Pick<Sized, 'tokens'>): number {
  return tokens + separatorTokens
}

/** What it needs to be worth anything: all of a short one. */
function least(one: Sized): number {
  return Math.min(costOf(one), leastTokens + separatorTokens)
}

function isShort({ tokens }: Sized): boolean {
  return tokens <= leastTokens
}

/** The texts of which there is room for the whole or for the least that is worth anything. */
function withPlace(sized: readonly Sized[], room: number): ReadonlySet<Sized> {
  const share = levelOf(sized, room)
  const within = sized.filter((one) => costOf(one) <= share)
  const others = inOrderOfWorth(sized).filter((one) => costOf(one) > share)
  const placed = new Set<Sized>()
  let left = room
  for (const one of [...within, ...others]) {
    if (least(one) > left) continue
    placed.add(one)
    left -= least(one)
  }
  return placed
}

/** The order of the fourth step backwards. */
function inOrderOfWorth(sized: readonly Sized[]): readonly Sized[] {
  const rank = (one: Sized): number => (one.candidate.kind === 'required' ? 0 : 2) + (isShort(one) ? 0 : 1)
  return sized.toSorted((one, other) => rank(one) - rank(other))
}

function fit(
  { candidate, tokens: whole }: Sized,
  { budgetTokens, tokenizer }: { budgetTokens: number; tokenizer: Tokenizer },
): { readonly part?: ContextPart; readonly leftOut?: LeftOut } {
  if (whole <= budgetTokens) return { part: { ...candidate, tokens: whole } }
  const { text, tokens, cut, kept } = fitText(candidate.text, { budgetTokens, tokenizer })
  const { origin } = candidate
  if (text === '')
    return { leftOut: { origin, reason: overBudget(4, `nothing of it fits into ${budgetTokens} tokens`) } }
  if (!cut) return { part: { ...candidate, text, tokens } }
  const detail = `cut to ${tokens} tokens, the first ${kept} of ${candidate.text.length} characters`
  return {
    part: { ...candidate, text, tokens, truncated: true },
    leftOut: { origin, reason: overBudget(3, detail) },
  }
}

/** Those that are cut, by what they lack: tokens, or characters where nobody has counted the whole. */
function nearestToWhole(given: ReadonlyMap<Sized, ContextPart>): readonly (readonly [Sized, ContextPart])[] {
  const lack = ([one, { tokens, text }]: readonly [Sized, ContextPart]): readonly [number, number] => [
    one.tokens === Infinity ? Infinity : one.tokens - tokens,
    one.candidate.text.length - text.length,
  ]
  return [...given]
    .filter(([, { truncated }]) => truncated === true)
    .map((each) => ({ each, lack: lack(each) }))
    .toSorted(({ lack: [a, b] }, { lack: [c, d] }) => (a === c ? b - d : a - c))
    .map(({ each }) => each)
}

/** In tokens: about a short sentence. */
const leastGain = 16
const mostRefits = 3

function withoutPlace(one: Sized, left: number): LeftOut {
  const detail = isShort(one)
    ? `it needs ${costOf(one)} tokens and ${left} are left`
    : `${Math.max(0, left - separatorTokens)} tokens are left for it, and a piece of fewer than ${leastTokens} is worth nothing`
  return { origin: one.candidate.origin, reason: overBudget(4, detail) }
}

function sizes(asked: readonly ContextCandidate[], { roomTokens, tokenizer }: Room): readonly Sized[] {
  const estimated = asked.map(({ text }) => ({ tokens: text.length / usualCharactersPerToken }))
  const level = levelOf(estimated, roomTokens)
  const longest = Math.max(alwaysCounted, Math.min(level, roomTokens) * usualCharactersPerToken * 2)
  return asked.map((candidate) => ({
    candidate,
    tokens: candidate.text.length > longest ? Infinity : tokenizer.count(candidate.text),
  }))
}

const usualCharactersPerToken = 4
/** In characters; a text of so many may be a short one, if it is a table or has long lines of one sign. */
const alwaysCounted = 2000

/** The length to which all are cut so that together they fill the room: what small ones leave goes to large ones. */
function levelOf(sized: readonly Pick<Sized, 'tokens'>[], room: number): number {
  const ascending = sized.map(costOf).sort((one, other) => one - other)
  let left = room
  for (const [index, cost] of ascending.entries()) {
    const share = left / (ascending.length - index)
    if (cost > share) return share
    left -= cost
  }
  return Infinity
}

/** What was found keeps this share of the room if it needs it; texts that are asked for get the rest. */
export const shareOfFound = 0.3
/** Of a longer text that is asked for, a piece of fewer tokens than this is worth nothing. */
const leastTokens = 48
/** What stands between two parts, and one more, because joined texts are split into tokens differently. */
export const separatorTokens = 2

/** A reason that names the step by which a part is given up; the README of `execution` lists the four steps. */
export function overBudget(step: 1 | 2 | 3 | 4, detail: string): string {
  return `over budget, step ${step}: ${detail}`
}
