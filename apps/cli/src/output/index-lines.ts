import type { MadeFindable } from '@datacortex/space'
import { count, duration } from '@datacortex/wording'

/** What bringing the find index up to date took, as people read it; nothing if nothing was embedded. */
export function indexLines(update: MadeFindable | undefined): readonly string[] {
  if (update === undefined || update.embedded === 0) return []
  return [
    `embedded   ${count(update.embedded, 'text')} in ${duration(update.took_ms)} (unchanged texts are never embedded again)`,
  ]
}
