/**
 * A code fence that a text can't close: longer than any run of backticks in it.
 * @returns At least three backticks.
 * @example fenceFor('a ``` b') // '````'
 */
export function fenceFor(text: string): string {
  return '`'.repeat(text.matchAll(/`+/g).reduce((longest, [run]) => Math.max(longest, run.length), 2) + 1)
}
