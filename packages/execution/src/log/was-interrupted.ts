import type { Execution } from './execution-record.ts'

/** Whether the process of a run was killed, so that nobody knows how long it took and when it ended. */
export function wasInterrupted({ error }: Pick<Execution, 'error'>): boolean {
  return error?.code === 'EXECUTION_INTERRUPTED'
}
