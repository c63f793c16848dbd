import type { Authority } from './types.ts'

/** How much a source's word weighs, 0–1. Half a word of anybody is more than none: good things stand in blogs. */
export const authorityWeights: Readonly<Record<Authority, number>> = { high: 1, medium: 0.75, low: 0.5 }

/** The best of several that are known. */
export function bestAuthority(all: readonly (Authority | undefined)[]): Authority | undefined {
  return (['high', 'medium', 'low'] as const).find((authority) => all.includes(authority))
}
