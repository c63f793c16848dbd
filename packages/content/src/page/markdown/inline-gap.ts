/** Whether two inline elements without a space between them are words of their own. */
export function needsGap(before: string, after: string): boolean {
  return (
    /[\p{Ll}\d)%.:!?]$/u.test(before) &&
    /^[\p{Lu}\d$€£¥(]/u.test(after) &&
    !/\d$/.test(before.slice(-1) + after.slice(0, 1))
  )
}

/** How many characters at the end of a text decide about a gap: one letter, which may take two of them. */
export const gapLooksBack = 2
