/**
 * A code fence that a text can't close: longer than any run of backticks in it.
 *
 * @param text - What goes inside.
 * @returns At least three backticks.
 * @example fenceFor('a ``` b') // '````'
 * @see https://spec.commonmark.org/0.31.2/#fenced-code-blocks
 */
export function fenceFor(text: string): string {
  let longest = 2
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return '`'.repeat(longest + 1)
}
