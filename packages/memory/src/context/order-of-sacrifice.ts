import type { ContextKind } from './context-block.ts'

export type SacrificeStep = { readonly step: number; readonly kinds: readonly ContextKind[]; readonly what: string }

/** What was found keeps this share of the room if it needs it; texts that are asked for get the rest. */
export const shareOfFound = 0.3
/** Of a longer text that is asked for, a piece of fewer tokens than this is worth nothing. */
export const leastTokens = 48
/** What stands between two parts, and one more, because joined texts are split into tokens differently. */
export const separatorTokens = 2

/**
 * What a context gives up if it is too long, in this order, each step only if the one before was not enough. The
 * prompt of the agent, the task and the template are never given up.
 */
export const orderOfSacrifice: readonly SacrificeStep[] = [
  {
    step: 1,
    kinds: ['inferred', 'memory', 'search'],
    what: `What was found, lowest rank first and the kinds in turns, until it takes ${shareOfFound * 100} % of the room at most.`,
  },
  {
    step: 2,
    kinds: ['instructions'],
    what: 'How to work, if it takes half of the room or more and something that is asked for would be cut or left out beside it, or if it has no room at all.',
  },
  {
    step: 3,
    kinds: ['required', 'reference'],
    what: 'The ends of long texts: all are cut to one length, short ones stay whole; what cuts after sentences leave goes to those that lack least.',
  },
  {
    step: 4,
    kinds: ['reference', 'required'],
    what: `Texts longer than an equal share, if neither the whole nor ${leastTokens} tokens of them have a place: specifications before required files, of each long ones before those of up to ${leastTokens} tokens, the last first.`,
  },
]

/** A reason that names the step. */
export function overBudget(step: 1 | 2 | 3 | 4, detail: string): string {
  return `over budget, step ${step}: ${detail}`
}
