/**
 * Whether a part of a note is what a newer version of its source has replaced: literature notes keep such text below a
 * heading of its own if a person changed it.
 * @param headings - That the part stands under, outermost first.
 * @example isEarlierVersion(['Bees', 'Earlier version, 2026-01-31', 'Summary']) // true
 */
export function isEarlierVersion(headings: readonly string[]): boolean {
  // Under the title, or beside it if the note has none.
  return headings.slice(0, 2).some((heading) => earlier.test(heading))
}

const earlier = /^Earlier version, (?:\d{4}-\d\d-\d\d|before)$/
