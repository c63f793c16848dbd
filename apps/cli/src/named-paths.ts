import type { ImportReport } from '@datacortex/registry'

/**
 * Whether one of the paths that were named on the command line is not there: to a script that must not look like
 * success, while what was found elsewhere is imported all the same.
 *
 * @param report - Of an import.
 * @param named - As they were given.
 */
export function namesNothing({ skipped }: Pick<ImportReport, 'skipped'>, named: readonly string[]): boolean {
  return skipped.some(({ path, reason }) => named.includes(path) && reason === 'it does not exist')
}
