/** The items of a list that may be given more than once, each time with commas between several. */
export function splitList(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.split(',')).flatMap((item) => (item.trim() === '' ? [] : [item.trim()]))
}
