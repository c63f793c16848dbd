import type { SpacePaths } from '@datacortex/platform'
import { executionError } from '../errors.ts'
import { foldedId, hasId, readIdIndex } from './id-index.ts'
import { olderParts, readActive } from './log-files.ts'
import { parseLogPart } from './parse-log-part.ts'

export async function refuseTakenId(paths: SpacePaths, id: string): Promise<void> {
  // In this order: an entry only ever goes from the active part into an older one.
  const active = await readActive(paths)
  await refuseTakenIds(paths, { ids: [id], parts: await olderParts(paths), active: active?.text })
}

/** Refuses ids that executions of the log have. Throws `EXECUTION_ID_TAKEN`. */
export async function refuseTakenIds(
  paths: SpacePaths,
  { ids, parts, active }: { ids: readonly string[]; parts: readonly string[]; active: string | undefined },
): Promise<void> {
  if (ids.length === 0) return
  const index = await readIdIndex(paths, parts)
  const older = ids.find((id) => hasId(index, id))
  if (older !== undefined) throw executionError('EXECUTION_ID_TAKEN', { id: older })
  if (active === undefined) return
  // Parsed, because one id has many spellings: in quotes, with escapes, or as a number.
  const taken = new Set(parseLogPart(active, '').executions.map(({ id }) => foldedId(id)))
  const again = ids.find((id) => taken.has(foldedId(id)))
  if (again !== undefined) throw executionError('EXECUTION_ID_TAKEN', { id: again })
}
