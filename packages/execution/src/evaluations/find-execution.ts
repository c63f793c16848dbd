import type { SpacePaths } from '@datacortex/platform'
import { executionError } from '../errors.ts'
import type { Execution } from '../log/execution-record.ts'
import { readLog } from '../log/read-log.ts'

/** One execution of the log. Throws `EXECUTION_UNKNOWN` if there is none. */
export async function findExecution(
  paths: SpacePaths,
  { id, signal }: { id: string; signal?: AbortSignal | undefined },
): Promise<Execution> {
  const { executions, findings } = await readLog(paths, { id, signal })
  const [execution] = executions
  if (execution === undefined) throw executionError('EXECUTION_UNKNOWN', { id, findings })
  return execution
}
