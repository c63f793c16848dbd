/**
 * Whether two inline elements without a space between them are words of their own: a price after a name, a number
 * after a label. Initials and split words are not.
 *
 * @param before - Text so far.
 * @param after - Text that follows.
 */
export function needsGap(before: string, after: string): boolean {
  return (
    /[\p{Ll}\d)%.:!?]$/u.test(before) &&
    /^[\p{Lu}\d$€£¥(]/u.test(after) &&
    !/\d$/.test(before.slice(-1) + after.slice(0, 1))
  )
}
