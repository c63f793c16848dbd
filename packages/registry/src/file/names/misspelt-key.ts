import { distance } from 'fastest-levenshtein'

/**
 * The key that one of a map may have been meant for, if nothing reads it: one that is two letters away at the most, or that
 * it begins, such as `timeout` for `timeout_ms`. Any other key that nobody here knows belongs to another program, and so does
 * one whose neighbour is there as well.
 *
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
