import { distance } from 'fastest-levenshtein'

/**
 * Names that a mistyped one may have meant, nearest first: those with few other letters, and those that contain it.
 *
 * @returns At most three names.
 * @example nearestNames(['research', 'writing'], 'reserch') // ['research']
 */
export function nearestNames(names: readonly string[], typed: string): readonly string[] {
  const fold = (text: string): string => text.normalize('NFC').toLowerCase()
  const wanted = fold(typed.slice(0, 200))
  const limit = Math.ceil(wanted.length / 4)
  return names
    .map((known) => ({ known, edits: distance(wanted, fold(known)) }))
    .filter(({ known, edits }) => edits <= limit || (wanted.length >= 3 && fold(known).includes(wanted)))
    .sort((a, b) => a.edits - b.edits || (a.known < b.known ? -1 : 1))
    .slice(0, 3)
    .map(({ known }) => known)
}
