import type { SpacePaths } from '@datacortex/platform'
import { executionError } from '../../errors.ts'
import { foldedId } from '../../log/id-index.ts'
import { refuseTakenId } from '../../log/taken-ids.ts'
import { isExecutionId, markedIds } from './run-marker.ts'

/**
 * Refuses an id that no run could have now: it is none, is in the log, or belongs to a run that is under way or whose process
 * was killed.
 * @throws `EXECUTION_ID_INVALID` `EXECUTION_ID_TAKEN` `EXECUTION_LOG_UNREADABLE`
 * @example await refuseExecutionId(paths, 'exec-1')
 */
export async function refuseExecutionId(paths: SpacePaths, id: string): Promise<void> {
  if (!isExecutionId(id)) throw executionError('EXECUTION_ID_INVALID', { id })
  const marked = await markedIds(paths)
  if (marked.some((each) => foldedId(each) === foldedId(id))) throw executionError('EXECUTION_ID_TAKEN', { id })
  await refuseTakenId(paths, id)
}
