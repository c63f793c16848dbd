/** What became of a check, in a word. `passed`: `null` if nobody can tell. */
export function checkWord(passed: boolean | null): string {
  if (passed === null) return 'unclear'
  return passed ? 'passed' : 'failed'
}
