import { count, grouped } from './format.ts'

/** Notes by what became of them. */
export type NoteCounts = {
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly unchanged: number
}

/**
 * Counts in words: how many notes are new, changed, gone; zeros are left out.
 *
 * @param counts - From an update or an examination.
 * @example noteCounts({ added: 2, changed: 0, removed: 0, unchanged: 5 }) // '2 notes added · 5 unchanged'
 */
export function noteCounts(counts: NoteCounts): string {
  const parts = (['added', 'changed', 'removed', 'unchanged'] as const)
    .filter((what) => counts[what] > 0)
    .map((what, place) => `${place === 0 ? count(counts[what], 'note') : grouped(counts[what])} ${what}`)
  return parts.length === 0 ? 'no notes are here' : parts.join(' · ')
}
