import type { SpacePaths } from '@datacortex/platform'
import { ExecutionIdInvalidError, ExecutionIdTakenError } from '../../errors.ts'
import { foldedId } from '../../log/folded-id.ts'
import { refuseTakenId } from '../../log/taken-ids.ts'
import { isExecutionId, markedIds } from './run-marker.ts'

/**
 * Refuses an id that no run could have now: it is none, is in the log, or belongs to a run that is under way or whose process
 * was killed.
 *
 * @param paths - Of the space.
 * @param id - Of an execution.
 * @throws {@link ExecutionIdInvalidError} {@link ExecutionIdTakenError} {@link ExecutionLogUnreadableError}
 * @example await refuseExecutionId(paths, 'exec-1')
 */
export async function refuseExecutionId(paths: SpacePaths, id: string): Promise<void> {
  if (!isExecutionId(id)) throw new ExecutionIdInvalidError({ id })
  const marked = await markedIds(paths)
  if (marked.some((each) => foldedId(each) === foldedId(id))) throw new ExecutionIdTakenError({ id })
  await refuseTakenId(paths, id)
}
