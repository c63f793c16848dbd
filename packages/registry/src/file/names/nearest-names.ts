import { distance } from 'fastest-levenshtein'

/**
 * Names that a mistyped one may have meant, nearest first: those with few other letters, and those that contain it.
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

/**
 * The key that one of a map may have been meant for, if nothing reads it: one that is two letters away at the most, or that
 * it begins, such as `timeout` for `timeout_ms`. Any other key that nobody here knows belongs to another program, and so does
 * one whose neighbour is there as well.
 * @example misspeltKey('trigers', { known: ['triggers'], beside: ['trigers'] }) // 'triggers'
 */
export function misspeltKey(
  key: string,
  { known, beside }: { readonly known: readonly string[]; readonly beside: readonly string[] },
): string | undefined {
  if (known.includes(key)) return undefined
  const free = known.filter((name) => !beside.includes(name))
  const plain = key.toLowerCase().replaceAll('-', '_')
  const begun = plain.length > 3 ? free.find((name) => name.startsWith(`${plain}_`)) : undefined
  const most = plain.length > 4 ? 2 : 1
  return begun ?? free.find((name) => distance(plain, name.toLowerCase()) <= most)
}
