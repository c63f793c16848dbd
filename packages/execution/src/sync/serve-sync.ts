import { join } from 'node:path'
import { type SpacePaths, withLock } from '@datacortex/platform'
import { executionError } from '../errors.ts'
import { bodyOf } from './body-of.ts'
import { mostSentBytes } from './sync-log.ts'
import { type SyncAnswer, type SyncAsked, answerOf, keepLines, newLines, readStreams } from './sync-streams.ts'

/**
 * Keeps lines for the machines of another space that meet here, and gives them those of the others. Each client has a folder
 * of its own, and all in it belongs to the space that came first. A line that is there already changes nothing.
 * @throws `EXECUTION_SYNC_…` for what is not in order; nothing of it is kept then.
 * @example await serveSync(paths, { client: 'desk', lines, have: {}, signal })
 */
export async function serveSync(
  paths: SpacePaths,
  { client, lines, have, signal }: SyncAsked & { readonly client: string; readonly signal: AbortSignal },
): Promise<SyncAnswer> {
  const folder = join(paths.stateDirectory, 'sync', 'served', client)
  const keep = async (): Promise<SyncAnswer> => {
    const streams = await readStreams(folder)
    const first = [...streams.values()].flatMap(([line]) => line ?? [])[0] ?? lines[0]
    if (first === undefined) return answerOf(streams, have)
    const added = newLines(streams, lines, String(bodyOf(first)['space']))
    const sizeBytes = [...streams.values(), ...added.values()].flat().reduce((sum, line) => sum + line.length, 0)
    if (sizeBytes > mostKeptBytes) throw executionError('EXECUTION_SYNC_TOO_LARGE', { sizeBytes, most: mostKeptBytes })
    await keepLines(folder, added)
    return answerOf(await readStreams(folder), have, mostSentBytes)
  }
  return await withLock(join(paths.locksDirectory, 'sync-served'), keep, { signal })
}

/** Of one client; some 500,000 executions. */
const mostKeptBytes = 250_000_000
