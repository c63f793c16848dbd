import type { CheckedRun, CheckVerdict } from './output-check.ts'

/** The verdict of a check that lists what is wrong: passed if nothing is, and `null` where nobody can tell. */
export function verdictOf(
  problems: readonly string[],
  { doubts = [], changes }: { doubts?: readonly string[]; changes?: CheckedRun['changes'] } = {},
): CheckVerdict {
  const isOthers = changes?.othersRan === true && problems.length === 0
  const all = [...problems, ...doubts]
  if (all.length === 0 && changes?.notLooked === undefined) return { passed: true }
  if (all.length === 0) return { passed: null, detail: `nobody saw what the runner wrote: ${changes?.notLooked}` }
  const more = all.length > mostNamed ? `; and ${all.length - mostNamed} more` : ''
  const named = `${all.slice(0, mostNamed).join('; ')}${more}`
  return isOthers
    ? { passed: null, detail: `another run was under way, which may have done it: ${named}` }
    : { passed: false, detail: named }
}

const mostNamed = 5
