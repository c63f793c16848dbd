import { wordSet } from '@datacortex/text'
import { type SparseVector, cosine, termVectors } from '../text/sparse-vector.ts'
import { type Agreement, compareNumbers } from './compare-numbers.ts'
import { areOpposite, areParallel, isPole } from './opposites.ts'
import { speaksOfTheSame } from './speaks-of-the-same.ts'
import type { StatedSentence, Statement } from './statement.ts'

/** How alike two sentences are in meaning, −1–1; undefined if it is not known. */
export type Meaning = (a: string, b: string) => number | undefined

export type StatementRelation = 'same' | 'contradicts-number' | 'contradicts-negation' | 'other'

export type CompareStatements<One = StatedSentence> = (a: One, b: One) => StatementRelation

const sameLikeness = 0.42
const sameWithFacts = 0.28
const contraryLikeness = 0.45
const sameDespiteNames = 0.6
const sameMeaning = 0.8
/** Two statements with more than that of their own speak of different things, and can't contradict each other. */
const ownAtMost = 0.12
const ownOfSame = 0.3

type Measured = Statement & { readonly vector: SparseVector }
type Prepared = { readonly whole: Measured; readonly clauses: readonly Measured[] }

/** Compares statements, symmetrically, also clause by clause: “contradicts” means shown to a person, never decided. */
export function statementComparer(
  sentences: readonly StatedSentence[],
  { meaning }: { meaning?: Meaning | undefined } = {},
): CompareStatements {
  const prepared = prepare(sentences)
  return (a, b) => {
    if (a.plain === b.plain) return 'same'
    const [x, y] = [prepared.get(a) ?? unmeasured(a), prepared.get(b) ?? unmeasured(b)]
    const angle = cosine(x.whole.vector, y.whole.vector)
    if (x.clauses.length + y.clauses.length === 0) return relate(x.whole, y.whole, () => meaning?.(a.plain, b.plain))
    if (angle < leastAngle && !hasPronoun(x, y)) return 'other'
    const [ours, theirs] = [pieces(x), pieces(y)]
    const relations = ours.flatMap((one) => theirs.map((other) => relate(one, other)))
    const contrary = relations.find((relation) => relation !== 'same' && relation !== 'other')
    if (contrary !== undefined) return contrary
    if (relations.includes('same')) return 'same'
    const whole = relate(x.whole, y.whole, () => meaning?.(a.plain, b.plain))
    // What is negated in one of several clauses turns only that one round.
    return whole === 'same' ? 'same' : 'other'
  }
}

const leastAngle = 0.08
const pieces = ({ whole, clauses }: Prepared): readonly Measured[] => (clauses.length === 0 ? [whole] : clauses)
const hasPronoun = (...all: readonly Prepared[]): boolean =>
  all.some(({ whole, clauses }) => clauses.some(({ terms }) => terms.some((term) => !whole.vector.has(term))))

function prepare(sentences: readonly StatedSentence[]): ReadonlyMap<StatedSentence, Prepared> {
  const statements: readonly Statement[] = sentences.flatMap((one) => [one, ...one.clauses])
  const vectors = termVectors(statements.map(({ terms }) => terms))
  const measured = new Map(statements.map((one, place) => [one, measure(one, vectors[place])]))
  return new Map(
    sentences.map((one) => [
      one,
      {
        whole: measured.get(one) ?? measure(one),
        clauses: withNames(one.clauses.map((clause) => measured.get(clause) ?? measure(clause))).filter(isTelling),
      },
    ]),
  )
}

/** Names for a clause that has none, from its sentence: else what is said of one reef confirms another. */
function withNames(clauses: readonly Measured[]): readonly Measured[] {
  const names = [...new Set(clauses.flatMap((clause) => clause.names))]
  return clauses.map((clause) => (clause.names.length === 0 ? { ...clause, names } : clause))
}

const unmeasured = (one: StatedSentence): Prepared => ({ whole: measure(one), clauses: [] })

function measure(statement: Statement, vector: SparseVector = new Map()): Measured {
  const { terms, numbers, years, names, negated, poles } = statement
  return { terms, numbers, years, names, negated, poles, vector }
}

/** A clause of two words is about anything. */
function isTelling({ terms }: Statement): boolean {
  return new Set(terms.filter((term) => isWord(term) && !light.has(term))).size >= 3
}

function relate(a: Measured, b: Measured, meaning?: () => number | undefined): StatementRelation {
  const likeness = likenessOf(a.vector, b.vector)
  const alike = likeness >= sameWithFacts ? (meaning?.() ?? 0) : 0
  const numbers = compareNumbers(a, b)
  const names = compareNames(a.names, b.names)
  // Two sentences that name nobody in common are one only if they hardly differ otherwise.
  if (names === 'different' && likeness < sameDespiteNames) return 'other'
  if (numbers === 'of other years') return 'other'
  const near = likeness >= contraryLikeness || alike >= sameMeaning
  const contrary = near && names !== 'different' && isAboutOne(a, b)
  if ((a.negated !== b.negated) !== areOpposite(a.poles, b.poles))
    return contrary && numbers !== 'different' && deniesAll(a, b) ? 'contradicts-negation' : 'other'
  if (numbers === 'different') return contrary ? 'contradicts-number' : 'other'
  // Words alone make two statements one only if hardly any is left over on one side, and both point the same way.
  if (numbers !== 'equal' && alike < sameMeaning && !(isAboutOne(a, b, ownOfSame) && areParallel(a.poles, b.poles)))
    return 'other'
  const facts = numbers === 'equal' && names !== 'unknown'
  const isSame = likeness >= (facts ? sameWithFacts : sameLikeness) || alike >= sameMeaning
  return isSame && speaksOfTheSame(a, b, (term) => light.has(term)) ? 'same' : 'other'
}

const fewestShared = 4

/** A short sentence whose terms a long one has says a part of it: how much is shared counts beside the cosine. */
function likenessOf(a: SparseVector, b: SparseVector): number {
  const angle = cosine(a, b)
  const shared = [...a.keys()].filter((term) => b.has(term)).length
  if (shared < fewestShared) return angle
  const held = a.size === b.size ? Math.min(heldBy(a, b), heldBy(b, a)) : a.size < b.size ? heldBy(a, b) : heldBy(b, a)
  return Math.max(angle, 0.4 * angle + 0.6 * held * 0.9)
}

function heldBy(small: SparseVector, large: SparseVector): number {
  let [sum, held] = [0, 0]
  for (const [term, weight] of small) {
    sum += weight
    if (large.has(term)) held += weight
  }
  return held / sum
}

/** Whether one of two statements has hardly a word of its own, so that both are about one thing. */
function isAboutOne(a: Measured, b: Measured, atMost = ownAtMost): boolean {
  return Math.min(own(a.vector, b.vector), own(b.vector, a.vector)) <= atMost
}

/** Whether what is denied is what the other one says: “it is not open to cars” does not deny that it opened. */
function deniesAll(a: Measured, b: Measured): boolean {
  if (a.negated === b.negated) return true
  return (a.negated ? own(a.vector, b.vector) : own(b.vector, a.vector)) <= ownAtMost
}

/** Share of the weight of words that the other one lacks; numbers, opposites and words that say little don't count. */
function own(a: SparseVector, b: SparseVector): number {
  let [sum, alone] = [0, 0]
  for (const [term, weight] of a) {
    if (!isWord(term) || isPole(term) || light.has(term)) continue
    sum += weight
    if (!b.has(term)) alone += weight
  }
  return sum === 0 ? 1 : alone / sum
}

/** A letter alone is what an apostrophe cuts off. */
const isWord = (term: string): boolean => !/^(?:\p{N}+|\p{Script=Latin})$/u.test(term)

// As `contentTerms` cuts them: verbs that carry hardly more than a number does, and words for “roughly”.
const light: ReadonlySet<string> = wordSet(
  'show observ com came tak took giv gave get got mak made find found report reach amount total measur count record about roughly around nearly almost only just even total overall also still now today current quit som on all went down up percent prozent',
)

function compareNames(a: readonly string[], b: readonly string[]): Agreement {
  if (a.length === 0 || b.length === 0) return 'unknown'
  const isSame = (name: string, other: string): boolean =>
    name === other || name.split(' ').some((part) => part.length > 3 && other.split(' ').includes(part))
  return a.some((name) => b.some((other) => isSame(name, other))) ? 'equal' : 'different'
}
