import type { Authority } from './types.ts'

/** How much a source's word weighs, 0–1. Half a word of anybody is more than none: good things stand in blogs. */
export const authorityWeights: Readonly<Record<Authority, number>> = { high: 1, medium: 0.75, low: 0.5 }

/** The best of several; `low` if none is known. */
export function bestAuthority(all: readonly Authority[]): Authority {
  if (all.includes('high')) return 'high'
  return all.includes('medium') ? 'medium' : 'low'
}
