import { contentTerms } from '../text/content-terms.ts'
import { dot } from '@datacortex/platform'

/** Something that is known, or could become so. */
export type Known = {
  readonly text: string
  /** By meaning, if there is an embedder. */
  readonly vector?: Float32Array | undefined
}

/** The known text that says the same as a new one, if there is one. */
export function findSame<T extends Known>(idea: Known, known: readonly T[]): T | undefined {
  const terms = new Set(contentTerms(idea.text))
  return known.find(
    (other) => hasSameMeaning(idea, other) || containment(terms, new Set(contentTerms(other.text))) >= sameWords,
  )
}

/** What became known during a run; finds the same among thousands. */
export class KnownIdeas<T extends Known> {
  readonly #all: { readonly known: T; readonly terms: ReadonlySet<string> }[] = []
  readonly #byTerm = new Map<string, number[]>()

  add(known: T): void {
    const terms = new Set(contentTerms(known.text))
    for (const term of terms) {
      const places = this.#byTerm.get(term)
      if (places === undefined) this.#byTerm.set(term, [this.#all.length])
      else places.push(this.#all.length)
    }
    this.#all.push({ known, terms })
  }

  /** As {@link findSame}. */
  find(idea: Known): T | undefined {
    const terms = new Set(contentTerms(idea.text))
    const near = new Set([...terms].flatMap((term) => this.#byTerm.get(term) ?? []))
    for (const place of near) {
      const other = this.#all[place]
      if (other !== undefined && containment(terms, other.terms) >= sameWords) return other.known
    }
    return idea.vector === undefined ? undefined : this.#all.find(({ known }) => hasSameMeaning(idea, known))?.known
  }
}

function hasSameMeaning(a: Known, b: Known): boolean {
  return a.vector !== undefined && b.vector !== undefined && dot(a.vector, b.vector) >= sameMeaning
}

/** Shared terms ÷ terms of the smaller set; numbers that differ make two statements. */
function containment(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  if (small.size < fewestTerms)
    return small.size > 0 && a.size === b.size && [...small].every((term) => large.has(term)) ? 1 : 0
  const numbers = [...small].filter((term) => /^\p{N}/u.test(term))
  if (numbers.some((term) => !large.has(term))) return 0
  let shared = 0
  for (const term of small) if (large.has(term)) shared += 1
  return shared / small.size
}

// Chosen on reworded and on merely related pairs, see the tests.
const sameWords = 0.85
const sameMeaning = 0.85
const fewestTerms = 4
