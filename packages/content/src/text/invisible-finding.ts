import { type Finding, infoFinding, warningFinding } from '@datacortex/errors'
import type { RemovedCharacters } from './sanitise-text.ts'

/**
 * What to tell a person about invisible characters that were removed: nothing if there were none but soft hyphens.
 * @example findings.push(...invisibleFinding(sanitiseText(text).removed, name))
 */
export function invisibleFinding(removed: RemovedCharacters, subject: string): readonly Finding[] {
  const counts = Object.entries(removed).filter(([kind, count]) => count > 0 && kind !== 'soft_hyphen')
  if (counts.length === 0) return []
  const list = counts.map(([kind, count]) => `${count} ${kind.replace('_', ' ')}`).join(', ')
  const hides = removed.tag + removed.variation_selector + removed.bidi > 0
  const code = 'CONTENT_INVISIBLE_REMOVED'
  const message = `Invisible characters were removed: ${list}.`
  const hint = 'Such characters can hide text from readers; look at the original before you trust it.'
  return [hides ? warningFinding(code, subject, { message, hint }) : infoFinding(code, subject, { message })]
}
