/**
 * The items of a list that may be given more than once, each time with commas between several.
 *
 * @example splitList(['boss, writer', 'editor']) // ['boss', 'writer', 'editor']
 */
export function splitList(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.split(',')).flatMap((item) => (item.trim() === '' ? [] : [item.trim()]))
}
