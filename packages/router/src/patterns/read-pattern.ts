import { foldCase } from './fold-case.ts'

/** Reads off a regular expression what every match must contain. It understands what patterns of agents consist of. */
export function readPattern(pattern: string): PatternShape {
  // Case never matters, so this says nothing.
  const reader = new PatternReader(pattern.replace(/^\(\?i\)/, ''))
  const branches = reader.readAlternatives()
  return branches === undefined || !reader.atEnd ? unknownShape : shapeOf(branches, { certain: reader.certain })
}

class PatternReader {
  certain = true
  readonly #characters: readonly string[]
  #at = 0

  constructor(pattern: string) {
    this.#characters = Array.from(pattern)
  }

  get atEnd(): boolean {
    return this.#at >= this.#characters.length
  }

  /** Up to the end or a closing bracket; undefined if something is not understood. */
  readAlternatives(): readonly Part[] | undefined {
    const branches: Part[] = []
    do {
      const branch = this.#readBranch()
      if (branch === undefined) return undefined
      branches.push(branch)
    } while (this.#take('|'))
    return branches
  }

  #readBranch(): Part | undefined {
    const builder = new PartBuilder()
    for (;;) {
      const character = this.#characters[this.#at]
      if (character === undefined || character === '|' || character === ')') return builder.build()
      this.#at += 1
      if (!this.#readItem(character, builder)) return undefined
    }
  }

  #readItem(character: string, builder: PartBuilder): boolean {
    if (character === '^' || character === '$') {
      builder.breakChain()
      return !'*+?{'.includes(this.#characters[this.#at] ?? ' ')
    }
    const item = this.#readAtom(character)
    if (item === undefined) return false
    const repeat = this.#readRepeat()
    if (repeat === undefined) return false
    if (repeat === 'once') builder.add(item)
    else if (item === 'dot' && repeat === 'any') builder.addGap()
    else builder.addRepeated(item, { optional: repeat !== 'some' })
    return true
  }

  #readAtom(character: string): Atom | undefined {
    if (character === '.') return 'dot'
    if (character === '\n') return 'sign'
    if (character === '(') return this.#readGroup()
    if (character === '[') return this.#skipClass() ? 'sign' : undefined
    if (character === '\\') {
      const escaped = this.#characters[this.#at]
      this.#at += 1
      if (escaped === undefined) return undefined
      if ('dDsSwWbB'.includes(escaped)) return 'sign'
      return /^[!-/:-@[-`{-~]$/.test(escaped) && escaped !== '_' ? { literal: foldCase(escaped) } : undefined
    }
    return '*+?{}]'.includes(character) ? undefined : { literal: foldCase(character) }
  }

  #readGroup(): Atom | undefined {
    if (this.#take('?') && !this.#take(':') && !this.#takeName()) return undefined
    const branches = this.readAlternatives()
    if (branches === undefined || !this.#take(')')) return undefined
    return { group: eitherOf(branches) }
  }

  #takeName(): boolean {
    const name = /^P?<[A-Za-z_]\w{0,60}>/.exec(this.#characters.slice(this.#at, this.#at + 64).join(''))
    if (name === null) return false
    this.#at += name[0].length
    // The engine refuses a name that is there twice.
    this.certain = false
    return true
  }

  #skipClass(): boolean {
    const from = this.#at
    this.#take('^')
    // The first bracket closes nothing.
    this.#take(']')
    for (;;) {
      const character = this.#characters[this.#at]
      if (character === undefined || character === '[') return false
      this.#at += 1
      if (character === ']') break
      if (character === '\\') this.#at += 1
    }
    const content = this.#characters.slice(from, this.#at - 1).join('')
    if (!plainClass.test(content)) this.certain = false
    return true
  }

  /** `once`, `any` for `*`, `some` for at least one, `maybe` for the others; undefined if it is doubtful. */
  #readRepeat(): 'once' | 'any' | 'some' | 'maybe' | undefined {
    const character = this.#characters[this.#at]
    if (character === undefined || !'*+?{'.includes(character)) return 'once'
    this.#at += 1
    const kind =
      character === '{' ? this.#readCount() : character === '*' ? 'any' : character === '+' ? 'some' : 'maybe'
    this.#take('?')
    return '*+?{'.includes(this.#characters[this.#at] ?? ' ') ? undefined : kind
  }

  #readCount(): 'some' | 'maybe' | undefined {
    const text = this.#characters.slice(this.#at, this.#at + 12).join('')
    const count = /^(\d{1,4})(?:,\d{0,4})?\}/.exec(text)
    if (count === null) return undefined
    this.#at += count[0].length
    // Too many, or the wrong way round: only the engine knows.
    this.certain = false
    return Number(count[1]) > 0 ? 'some' : 'maybe'
  }

  #take(character: string): boolean {
    if (this.#characters[this.#at] !== character) return false
    this.#at += 1
    return true
  }
}

const plainClass = /^\^?(?:a-z|A-Z|0-9|\\[dDsSwW.]|[\p{L}\p{N}_ .,:;@#%&+'"!?/])+$/u

/** A sign is one of many characters, or a place. */
type Atom =
  | 'dot'
  | 'sign'
  | { readonly literal: string; readonly group?: undefined }
  | { readonly group: readonly (readonly string[])[]; readonly literal?: undefined }

class PartBuilder {
  readonly #required: (readonly string[])[] = []
  readonly #chain: string[] = []
  #isChain = true
  #run = ''

  add(atom: Atom): void {
    if (typeof atom === 'object' && atom.literal !== undefined) {
      this.#run += atom.literal
      return
    }
    this.breakChain()
    if (typeof atom === 'object') this.#required.push(...atom.group)
  }

  addRepeated(atom: Atom, { optional }: { optional: boolean }): void {
    this.breakChain()
    if (optional || typeof atom === 'string') return
    if (atom.literal === undefined) this.#required.push(...atom.group)
    else this.#required.push([atom.literal])
  }

  /** `.*` */
  addGap(): void {
    this.#endRun()
  }

  breakChain(): void {
    this.#endRun()
    this.#isChain = false
  }

  build(): Part {
    this.#endRun()
    return { required: this.#required, chain: this.#isChain ? this.#chain : undefined }
  }

  #endRun(): void {
    if (this.#run === '') return
    this.#required.push([this.#run])
    this.#chain.push(this.#run)
    this.#run = ''
  }
}

/** What can be said of a regular expression without compiling it. */
export type PatternShape = {
  /** A text that matches has one literal of each group, in this order; folded by `foldCase`, at most 32 long. */
  readonly required: readonly (readonly string[])[]
  /** Characters of the literals that any match has: the more, the more specific. */
  readonly specificity: number
  /** Set if it is only literals with `.*` between them: a line matches if all of one chain stand there in order. */
  readonly chains: readonly (readonly string[])[] | undefined
  /** Whether the engine surely accepts it. */
  readonly certain: boolean
}

/** The shape of an expression that was not understood: it has to be compiled and run. */
const unknownShape: PatternShape = { required: [], specificity: 0, chains: undefined, certain: false }

/** A part of an expression while it is read. `required` and `chain` as in the shape. */
export type Part = {
  readonly required: readonly (readonly string[])[]
  readonly chain: readonly string[] | undefined
}

// More alternatives than this are no help in choosing patterns.
const mostAlternatives = 64

/** What all alternatives need in common: one literal of the best group of each. `branches`: at least one. */
function eitherOf(branches: readonly Part[]): readonly (readonly string[])[] {
  const [only] = branches
  if (branches.length === 1 && only !== undefined) return only.required
  const best = branches.map((branch) => strongest(branch.required))
  if (best.some((group) => group === undefined)) return []
  const united = [...new Set(best.flatMap((group) => group ?? []))]
  return united.length <= mostAlternatives ? [united] : []
}

function shapeOf(branches: readonly Part[], { certain }: { certain: boolean }): PatternShape {
  const required = eitherOf(branches)
  const chains = branches.flatMap(({ chain }) => (chain === undefined ? [] : [chain]))
  return {
    required: required.map((group) => group.map((literal) => literal.slice(0, literalRoom))),
    specificity: required.reduce((sum, group) => sum + shortest(group), 0),
    // A chain without a literal matches everything and is nothing to search for.
    chains: chains.length === branches.length && chains.every((chain) => chain.length > 0) ? chains : undefined,
    certain,
  }
}

// Bounds the walk through the index of literals.
const literalRoom = 32

function strongest(groups: readonly (readonly string[])[]): readonly string[] | undefined {
  let best: readonly string[] | undefined
  for (const group of groups) if (best === undefined || shortest(group) > shortest(best)) best = group
  return best
}

function shortest(group: readonly string[]): number {
  return Math.min(...group.map((literal) => literal.length))
}

/** A pattern as it is meant that was written as JavaScript and Perl write one, such as `/deploy|release/i`. */
export function withoutSlashes(written: string): { readonly pattern: string; readonly isBetweenSlashes: boolean } {
  const [, inner = '', flags = ''] = /^\/((?:\\.|[^\\/\n])+)\/([dgimsuvy]*)$/.exec(written) ?? []
  if (flags !== '') return { pattern: flags.includes('s') ? `(?s)${inner}` : inner, isBetweenSlashes: false }
  return { pattern: written, isBetweenSlashes: /[\\^$*+?()[\]{}|]/.test(inner) }
}
