import { statSync } from 'node:fs'

/** Whether a registry is gone, or has no more than the end of a line in it. */
export function isEmptied(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= 2
}
