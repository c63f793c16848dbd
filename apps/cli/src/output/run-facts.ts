import type { EndedRun } from '@datacortex/space'

type Output = EndedRun['outputs'][number]
type Check = Pick<EndedRun['checks'][number], 'check' | 'passed' | 'detail'>

export function outputFact({ path, type, change }: Output): readonly [string, string] {
  return ['output', [path, type, change].filter(Boolean).join('  ')]
}

/** What became of a check; `null` if nobody can tell. */
export function checkFact({ check, passed, detail = '' }: Check): readonly [string, string] {
  const word = passed === null ? 'unclear' : passed ? 'passed' : 'failed'
  return ['check', `${word}  ${check}  ${detail}`.trimEnd()]
}
