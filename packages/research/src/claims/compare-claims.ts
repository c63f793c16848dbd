import type { SparseVector } from '@datacortex/knowledge-extractor/text'
import { cosine, termVectors } from '@datacortex/knowledge-extractor/text'
import type { Claim, ClaimNumber } from './claim.ts'

/** How alike two sentences are in meaning, −1–1; undefined if it is not known. */
export type Meaning = (a: string, b: string) => number | undefined

/** How two claims stand to each other. */
export type ClaimRelation = 'same' | 'contradicts-number' | 'contradicts-negation' | 'other'

/** Compares claims of one set, in which rare terms weigh more. */
export type CompareClaims = (a: Claim, b: Claim) => ClaimRelation

const sameLikeness = 0.42
const sameWithFacts = 0.28
const contraryLikeness = 0.45
const sameDespiteNames = 0.6
const sameMeaning = 0.8

/**
 * Prepares the comparison of claims: weighted overlap of terms, equal numbers with units, equal names.
 *
 * @param claims - All that will be compared.
 * @param options - `meaning`: likeness by embeddings, if they are there.
 * @returns A symmetric function. “Contradicts” means: shown to a person, never decided.
 */
export function claimComparer(
  claims: readonly Claim[],
  { meaning }: { readonly meaning?: Meaning | undefined } = {},
): CompareClaims {
  const vectors = termVectors(claims.map(({ terms }) => terms))
  const vectorOf = new Map<Claim, SparseVector>(claims.map((claim, index) => [claim, vectors[index] ?? new Map()]))
  return (a, b) => {
    if (a.plain === b.plain) return 'same'
    const likeness = likenessOf(vectorOf.get(a) ?? none, vectorOf.get(b) ?? none)
    const alike = likeness >= sameWithFacts ? (meaning?.(a.plain, b.plain) ?? 0) : 0
    const numbers = compareNumbers(a.numbers, b.numbers)
    const names = compareNames(a.names, b.names)
    // Two sentences that name nobody in common are one only if they hardly differ otherwise.
    if (names === 'different' && likeness < sameDespiteNames) return 'other'
    const near = likeness >= contraryLikeness || alike >= sameMeaning
    if (a.negated !== b.negated) return near && numbers !== 'different' ? 'contradicts-negation' : 'other'
    if (numbers === 'different') return near ? 'contradicts-number' : 'other'
    const facts = numbers === 'equal' && names !== 'unknown'
    return likeness >= (facts ? sameWithFacts : sameLikeness) || alike >= sameMeaning ? 'same' : 'other'
  }
}

const none: SparseVector = new Map()
const fewestShared = 4

/** A short sentence whose terms a long one has says a part of it: how much is shared counts beside the cosine. */
function likenessOf(a: SparseVector, b: SparseVector): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  let [shared, sum, held] = [0, 0, 0]
  for (const [term, weight] of small) {
    sum += weight
    if (!large.has(term)) continue
    shared += 1
    held += weight
  }
  const angle = cosine(a, b)
  return shared < fewestShared ? angle : Math.max(angle, 0.4 * angle + 0.6 * (held / sum) * 0.9)
}

type Agreement = 'equal' | 'unknown' | 'different'

/** Years say when, not how much: they neither agree nor contradict. */
function compareNumbers(a: readonly ClaimNumber[], b: readonly ClaimNumber[]): Agreement {
  const [ours, theirs] = [a.filter(isAmount), b.filter(isAmount)]
  if (ours.length === 0 || theirs.length === 0) return 'unknown'
  if (ours.some((one) => theirs.some((other) => one.unit === other.unit && isNear(one.value, other.value))))
    return 'equal'
  return ours.some(({ unit }) => theirs.some((other) => other.unit === unit)) ? 'different' : 'unknown'
}

function isAmount({ value, unit }: ClaimNumber): boolean {
  return unit !== undefined || !Number.isInteger(value) || value < 1500 || value > 2100
}

/** Rounded to three digits in one place and to two in another. */
function isNear(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) <= 0.005 * Math.max(Math.abs(a), Math.abs(b))
}

function compareNames(a: readonly string[], b: readonly string[]): Agreement {
  if (a.length === 0 || b.length === 0) return 'unknown'
  const shared = a.some((name) =>
    b.some(
      (other) => name === other || name.split(' ').some((part) => part.length > 3 && other.split(' ').includes(part)),
    ),
  )
  return shared ? 'equal' : 'different'
}
