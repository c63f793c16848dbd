import type { OutputVerdict } from '@datacortex/plugin'

/**
 * The verdict of a check that lists what is wrong: passed if nothing is.
 *
 * @param problems - Each a short sentence without a full stop.
 */
export function verdictOf(problems: readonly string[]): OutputVerdict {
  if (problems.length === 0) return { passed: true }
  const more = problems.length > mostNamed ? `; and ${problems.length - mostNamed} more` : ''
  return { passed: false, detail: `${problems.slice(0, mostNamed).join('; ')}${more}` }
}

const mostNamed = 5
