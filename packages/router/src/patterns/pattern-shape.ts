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
export const unknownShape: PatternShape = { required: [], specificity: 0, chains: undefined, certain: false }

/** A part of an expression while it is read. `required` and `chain` as in the shape. */
export type Part = {
  readonly required: readonly (readonly string[])[]
  readonly chain: readonly string[] | undefined
}

// More alternatives than this are no help in choosing patterns.
const mostAlternatives = 64

/** What all alternatives need in common: one literal of the best group of each. `branches`: at least one. */
export function eitherOf(branches: readonly Part[]): readonly (readonly string[])[] {
  const [only] = branches
  if (branches.length === 1 && only !== undefined) return only.required
  const best = branches.map((branch) => strongest(branch.required))
  if (best.some((group) => group === undefined)) return []
  const united = [...new Set(best.flatMap((group) => group ?? []))]
  return united.length <= mostAlternatives ? [united] : []
}

/** The shape of a whole expression. */
export function shapeOf(branches: readonly Part[], { certain }: { certain: boolean }): PatternShape {
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
