import type { FindIndexUpdate } from '@datacortex/registry'
import { count, duration } from './format.ts'

/**
 * What bringing the find index up to date took, as people read it; nothing if nothing was embedded.
 *
 * @param update - Of the finder.
 * @example indexLines(finder.update)
 */
export function indexLines(update: FindIndexUpdate): readonly string[] {
  if (update.embedded === 0) return []
  return [
    `embedded   ${count(update.embedded, 'text')} in ${duration(update.tookMs)} (unchanged texts are never embedded again)`,
  ]
}
