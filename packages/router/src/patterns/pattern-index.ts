import type { Finding } from '@datacortex/errors'
import type { Registry } from '@datacortex/registry'
import { type TriggerOwner, compareOwners, ownerOf } from '../trigger-owner.ts'
import { asciiWords } from './ascii-words.ts'
import { findChain, inOrder } from './find-chain.ts'
import { foldCase } from './fold-case.ts'
import { LiteralIndex } from './literal-index.ts'
import { patternAscii, patternInvalid, patternSlashes, patternTooLong, patternUnspecific } from './pattern-findings.ts'
import { type PatternShape, readPattern, withoutSlashes } from './read-pattern.ts'
import { RegexCache } from './linear-regex.ts'

export type PatternMatch = {
  readonly owner: TriggerOwner
  readonly pattern: string
  readonly matched: string
}

type IndexedPattern = {
  readonly owner: TriggerOwner
  readonly pattern: string
  readonly shape: PatternShape
}

/** Longest pattern, in UTF-16 units. */
const patternLimit = 1000

/** Most patterns without a single fixed character, which have to be run on every task. */
export const unspecificLimit = 200

/** Patterns arranged so that a task is compared only with those whose literals it contains, compiled when needed. */
export class PatternIndex {
  /** Patterns that can't be used, and why. */
  readonly findings: readonly Finding[]
  readonly #patterns: readonly IndexedPattern[]
  readonly #literals = new LiteralIndex()
  /** By literal: the patterns that need it, or one of its group, more than any other. */
  readonly #byLiteral = new Map<number, number[]>()
  /** Of each pattern: the numbers of the literals of its groups. */
  readonly #needs: readonly (readonly (readonly number[])[])[]
  readonly #unspecific: readonly number[]
  readonly #regexes = new RegexCache()

  constructor(registry: Registry) {
    const findings: Finding[] = []
    this.#patterns = usablePatterns(registry, { findings, regexes: this.#regexes })
    this.#needs = this.#patterns.map(({ shape }) =>
      shape.required.map((group) => group.map((literal) => this.#literals.add(literal))),
    )
    this.#fileByRarest()
    const unspecific = [...this.#patterns.keys()].filter((place) => this.#needs[place]?.length === 0)
    this.#unspecific = unspecific.slice(0, unspecificLimit)
    for (const place of unspecific.slice(unspecificLimit)) {
      const left = this.#patterns[place]
      if (left !== undefined) findings.push(patternUnspecific(left.owner.agent, left.pattern))
    }
    this.findings = findings
  }

  /** The patterns that match a text in NFC, one an agent, most specific first, then live before deprecated. */
  *match(text: string): Generator<PatternMatch> {
    const folded = foldCase(text)
    const owners = new Set<string>()
    for (const place of this.#candidates(folded)) {
      const indexed = this.#patterns[place]
      if (indexed === undefined || owners.has(indexed.owner.agent)) continue
      const matched = this.#run(indexed, { text, folded })
      if (matched === undefined) continue
      owners.add(indexed.owner.agent)
      yield { owner: indexed.owner, pattern: indexed.pattern, matched }
    }
  }

  /** The places of patterns whose literals the text has, and of those that have none, most specific first. */
  #candidates(folded: string): Iterable<number> {
    const found = this.#literals.find(folded)
    const lists = [this.#unspecific]
    for (const literal of found) {
      const filed = this.#byLiteral.get(literal)
      if (filed !== undefined) lists.push(filed)
    }
    return mergePlaces(lists, (place) => {
      for (const group of this.#needs[place] ?? []) if (!group.some((literal) => found.has(literal))) return false
      return true
    })
  }

  #run({ pattern, shape }: IndexedPattern, text: { readonly text: string; readonly folded: string }) {
    for (const chain of shape.chains ?? []) {
      const piece = findChain(chain, text)
      if (piece !== undefined) return piece
    }
    if (shape.chains !== undefined || !inOrder(shape.required, text.folded)) return undefined
    const regex = this.#regexes.get(pattern)
    return regex.ok ? regex.first(text.text) : undefined
  }

  /** Files each pattern under the group that fewest patterns need: the fewer share it, the fewer are run for nothing. */
  #fileByRarest(): void {
    const uses = new Map<number, number>()
    for (const groups of this.#needs)
      for (const literal of groups.flat()) uses.set(literal, (uses.get(literal) ?? 0) + 1)
    const usesOf = (group: readonly number[]): number =>
      group.reduce((sum, literal) => sum + (uses.get(literal) ?? 0), 0)
    for (const [place, groups] of this.#needs.entries()) {
      const [rarest] = [...groups].sort((a, b) => usesOf(a) - usesOf(b))
      for (const literal of new Set(rarest)) {
        const filed = this.#byLiteral.get(literal)
        if (filed === undefined) this.#byLiteral.set(literal, [place])
        else filed.push(place)
      }
    }
  }
}

function usablePatterns(registry: Registry, { findings, regexes }: { findings: Finding[]; regexes: RegexCache }) {
  const patterns: IndexedPattern[] = []
  let order = 0
  for (const agent of registry.agents.values())
    for (const raw of agent.entry.triggers?.patterns ?? []) {
      // A block of YAML ends in a line feed, which no task does.
      const { pattern, isBetweenSlashes } = withoutSlashes(raw.normalize('NFC').replace(/(?<!\n)\n+$/, ''))
      const owner = ownerOf(agent, order++)
      if (pattern === '') continue
      if (pattern.length > patternLimit) {
        findings.push(patternTooLong(agent.id, pattern))
        continue
      }
      const shape = readPattern(pattern)
      // Whatever is surely valid is compiled when a task first needs it: a large registry would take seconds otherwise.
      const regex = shape.certain ? undefined : regexes.get(pattern)
      if (regex?.ok === false) findings.push(patternInvalid(agent.id, { pattern, reason: regex.reason }))
      else {
        patterns.push({ owner, pattern, shape })
        if (isBetweenSlashes) findings.push(patternSlashes(agent.id, pattern))
        if (/\\[bBwW]/.test(pattern) && asciiWords(pattern) === undefined)
          findings.push(patternAscii(agent.id, pattern))
      }
    }
  return patterns.sort((a, b) => b.shape.specificity - a.shape.specificity || compareOwners(a.owner, b.owner))
}

/** The accepted numbers of several ascending lists in ascending order, each once, as far as the caller wants them. */
export function* mergePlaces(lists: Iterable<readonly number[]>, accepts: (place: number) => boolean) {
  // A cursor for each list that has something left. They are few, so looking at all of them beats keeping a heap.
  const open: Cursor[] = []
  for (const list of lists) {
    const cursor = { list, at: -1, place: 0 }
    if (advance(cursor, accepts)) open.push(cursor)
  }
  while (open.length > 0) {
    let least = Infinity
    for (const { place } of open) if (place < least) least = place
    yield least
    for (let index = open.length - 1; index >= 0; index -= 1) {
      const cursor = open[index]
      if (cursor?.place === least && !advance(cursor, accepts)) open.splice(index, 1)
    }
  }
}

type Cursor = { readonly list: readonly number[]; at: number; place: number }

function advance(cursor: Cursor, accepts: (place: number) => boolean): boolean {
  for (;;) {
    cursor.at += 1
    const place = cursor.list[cursor.at]
    if (place === undefined) return false
    if (!accepts(place)) continue
    cursor.place = place
    return true
  }
}
