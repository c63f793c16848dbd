/**
 * What became of a check, in a word.
 *
 * @param passed - `null` if nobody can tell.
 * @example checkWord(null) // 'unclear'
 */
export function checkWord(passed: boolean | null): string {
  if (passed === null) return 'unclear'
  return passed ? 'passed' : 'failed'
}
