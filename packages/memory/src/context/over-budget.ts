/** What was found keeps this share of the room if it needs it; texts that are asked for get the rest. */
export const shareOfFound = 0.3
/** Of a longer text that is asked for, a piece of fewer tokens than this is worth nothing. */
export const leastTokens = 48
/** What stands between two parts, and one more, because joined texts are split into tokens differently. */
export const separatorTokens = 2

/** A reason that names the step by which a part is given up; the README of `execution` lists the four steps. */
export function overBudget(step: 1 | 2 | 3 | 4, detail: string): string {
  return `over budget, step ${step}: ${detail}`
}
