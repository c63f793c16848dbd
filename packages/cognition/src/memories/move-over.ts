import { readFile } from 'node:fs/promises'
import { type Finding, infoFinding } from '@datacortex/errors'
import {
  type SpacePaths,
  createWritesBroker,
  foldedName,
  isThere,
  move,
  writeFileAtomically,
} from '@datacortex/platform'
import { oneLine } from '@datacortex/text'
import { keyPointLine, stateText } from '../knowledge/key-points.ts'
import { topicName } from '../knowledge/topics.ts'
import { localTime } from '../logs/append-entry.ts'
import { type Mind, mindOf } from '../mind.ts'
import { formerJournal, formerMemories, isOurs } from './former-memories.ts'
import { type Memory, usualType } from './memory.ts'
import { type Request, plannedLog } from './planned-log.ts'
import { memoriesOf } from './read-memories.ts'
import { topicRequest } from './topic-request.ts'

/** The name under which `undo` takes the move back. */
export const movedRun = 'session-memories'

/**
 * Moves what the version before kept in its journal into the files of those who had it: all of it into their logs, and what
 * was confirmed, or not found out by a run, into topics as well. The caller holds the lock of minds. It can be run again
 * wherever it ended, and `undo` takes it back.
 *
 * @param paths - Of the space.
 * @returns What to say about it; nothing if there was nothing to move.
 * @example await withLock(mind.lock, async () => await moveOver(paths))
 */
export async function moveOver(paths: SpacePaths): Promise<readonly Finding[]> {
  const { file, moved } = formerJournal(paths)
  if (!(await isOurs(file))) return []
  const { memories } = await formerMemories(paths)
  const requests: Request[] = []
  for (const [agent, some = []] of Object.entries(Object.groupBy(memories, ({ agent_id: id }) => id)))
    requests.push(...(await requestsFor(await mindOf(paths, agent), some)))
  const grants = requests.map(({ path }) => path)
  // However many days there are.
  const limits = { files: Infinity }
  if (grants.length > 0)
    await createWritesBroker({ root: paths.root, grants, run: movedRun, limits }).writeAll(requests)
  // A version before may have written on after a first move.
  if (await isOurs(moved)) await writeFileAtomically(file, Buffer.concat([await readFile(moved), await readFile(file)]))
  // From here on it has moved. Its lines stay, for `undo` and for that version.
  await move(file, moved)
  if (memories.length === 0) return []
  return [
    infoFinding('COGNITION_MEMORIES_MOVED', 'minds', {
      message: `${memories.length} memories of the version before lie in the files of those who had them now.`,
      hint: `datacortex undo ${movedRun}`,
    }),
  ]
}

/**
 * Lets the journal of before count again, once `undo` took the files back.
 *
 * @param paths - Of the space.
 * @example if (run === movedRun) await bringBack(paths)
 */
export async function bringBack(paths: SpacePaths): Promise<void> {
  const { file, moved } = formerJournal(paths)
  if ((await isOurs(moved)) && !(await isThere(file))) await move(moved, file)
}

async function requestsFor(mind: Mind, memories: readonly Memory[]): Promise<readonly Request[]> {
  // What a move that was killed wrote is there already.
  const { memories: there, logged } = await memoriesOf(mind)
  const refined = new Set(there.flatMap(({ id, path }) => (path?.includes('/knowledge/') === true ? [id] : [])))
  const visibility = mind.hasIdentity ? undefined : 'shared'
  const entries = memories
    .filter(({ id }) => !logged.has(id))
    .map((memory) => {
      const { summary, timestamp, source, ...facts } = memory
      const status = memory.status === 'candidate' ? undefined : stateText(memory)
      const own = { at: timestamp, source: source?.path, visibility, status } as const
      return { text: summary, at: new Date(timestamp), facts: { ...facts, ...own } }
    })
  const topics = Map.groupBy(
    // What a run found out is knowledge once somebody confirmed it.
    memories.filter(({ id, origin, status }) => (origin !== 'execution' || status === 'confirmed') && !refined.has(id)),
    // Two tags may come to one name of a file.
    (memory) => foldedName(topicName(titleOf(memory))),
  )
  const requests = [...(await plannedLog(mind, entries))]
  for (const some of topics.values()) requests.push(await refinedRequest(mind, some))
  return requests
}

function titleOf({ tags, type }: Memory): string {
  const title = tags[0] ?? (type === usualType ? '' : type)
  return topicName(title) === '' ? 'Earlier memories' : title
}

async function refinedRequest(mind: Mind, some: readonly Memory[]): Promise<Request> {
  const points = some.map((memory) => {
    const { date: day } = localTime(new Date(memory.timestamp))
    const { id, summary: text } = memory
    return keyPointLine({ id, text, day, source: `logs/${day}.md`, state: stateText(memory) })
  })
  const { uid, name } = mind.identity
  const times = some.map(({ timestamp }) => timestamp).toSorted()
  const at = times.at(-1) ?? ''
  const change = [
    'Moved here from the memories of before',
    ...some.flatMap(({ id, retraction: why }) => (why === undefined ? [] : [`${name} took back ^${id}: ${why}`])),
  ]
  const lines = change.map((line) => `- ${at.slice(0, 10)}: ${oneLine(line)}`).join('\n')
  const addition = { point: points.join('\n'), change: lines, writer: uid, at }
  const title = some.map(titleOf).at(-1) ?? ''
  return await topicRequest(mind, { title, summary: some[0]?.summary ?? '', ...addition })
}
