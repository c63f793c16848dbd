import type { ExecutionCheck, ExecutionOutput } from '../log/execution-record.ts'
import type { SpaceChanges } from './space-changes.ts'

export type CheckedRun = {
  readonly root: string
  readonly agent: { readonly id: string; readonly writes?: readonly string[] | undefined }
  /** What was declared, and what was seen to change. */
  readonly outputs: readonly ExecutionOutput[]
  /** Of a runner that does not tell what it writes. */
  readonly changes?: Omit<SpaceChanges, 'files'> | undefined
  /** When the run began, by the clock of the machine. */
  readonly startedAt: Date
  /** Path of the answer that this program keeps of the run: no work of the agent. */
  readonly answer?: string | undefined
  /** Least bytes of each output that was declared; 1 if absent. */
  readonly minFileSize?: number | undefined
}

/** What a check says; `null`: that it can't tell, and why. */
export type CheckVerdict = Omit<ExecutionCheck, 'check'>

export type OutputCheck = {
  /** As the log names it, such as `links_valid`. */
  readonly name: string
  readonly check: (run: CheckedRun, options: { readonly signal: AbortSignal }) => Promise<CheckVerdict> | CheckVerdict
}

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
