import { statSync } from 'node:fs'

/**
 * Whether a registry is gone, or has no more than the end of a line in it. Whoever does that to one with agents, or is in
 * the middle of writing it, does not mean that all of them are forgotten.
 */
export function isEmptied(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= 2
}
