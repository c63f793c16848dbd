/**
 * A code fence that a text can't close: longer than any run of backticks in it.
 * @returns At least three backticks.
 * @example fenceFor('a ``` b') // '````'
 */
export function fenceFor(text: string): string {
  let longest = 2
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return '`'.repeat(longest + 1)
}
