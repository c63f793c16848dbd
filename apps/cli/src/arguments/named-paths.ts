import { resolve } from 'node:path'
import type { ImportReport } from '@datacortex/registry'

/**
 * Whether one of the paths that were named on the command line is not there: to a script that must not look like
 * success, while what was found elsewhere is imported all the same.
 *
 * @param report - Of an import.
 * @param named - As they were given.
 */
export function namesNothing({ skipped }: Pick<ImportReport, 'skipped'>, named: readonly string[]): boolean {
  const places = new Set(named.map((path) => resolve(path)))
  return skipped.some(({ path, reason }) => places.has(resolve(path)) && reason === 'it does not exist')
}
