import { randomInt } from 'node:crypto'
import type { Finding } from '@datacortex/errors'
import { type SpacePaths, createWritesBroker, sha256, withLock } from '@datacortex/platform'
import { oneLine } from '@datacortex/text'
import { cognitionError } from '../errors.ts'
import { withChangedPoint, withPoint } from '../knowledge/add-point.ts'
import { type KeyPoint, changedLine, idOf, keyPointLine, keyPointsOf, stateText } from '../knowledge/key-points.ts'
import { namedTopic, tellingWords } from '../knowledge/topics.ts'
import { localTime } from '../logs/append-entry.ts'
import { openMemory } from '../memory/open-memory.ts'
import { syncMemory } from '../memory/sync-memory.ts'
import { type Mind, type Writing, mindOf } from '../mind.ts'
import { type Memory, stillHolds } from './memory.ts'
import { moveOver } from './move-over.ts'
import { type Request, plannedLog } from './planned-log.ts'
import { type TopicFile, memoriesOf, readMemories, topicsOf } from './read-memories.ts'
import { topicRequest } from './topic-request.ts'

/** What is to become of a memory. */
export type MemoryChange =
  | { readonly kind: 'confirm' }
  | { readonly kind: 'retract'; readonly reason?: string | undefined }
  | { readonly kind: 'supersede'; readonly by: string }
  /** Its text is written anew; the former one stays in the changelog. */
  | { readonly kind: 'update'; readonly text: string }
  | { readonly kind: 'move'; readonly topic: string }
  /** Its topic stands in every context of its agent, or no longer; what nobody with an identity has, in those of all. */
  | { readonly kind: 'pin' }
  | { readonly kind: 'unpin' }

export type ChangeMemoryOptions = Writing & {
  /** Who does it, by name; the agent whose memory it is if absent. */
  readonly by?: string | undefined
}

/** A memory as it is now; `undo`: the name under which the change is taken back, absent if there was none. */
export type ChangedMemory = {
  readonly memory: Memory
  readonly changed: boolean
  readonly undo?: string | undefined
  readonly findings: readonly Finding[]
}

/**
 * Changes one memory in the files of the agent that has it, so that `undo` takes it back. One that stands in a log alone
 * becomes a key point by it, unless it ends: then the log says so.
 *
 * @param paths - Of the space.
 * @param id - As `readMemories` gives it.
 * @param change - What is to become of it. One that does not hold any more stays as it is, but for its topic.
 * @throws `COGNITION_POINT_UNKNOWN`, `COGNITION_TOPIC_INVALID`, `COGNITION_KNOWLEDGE_INVALID`, `WRITES_CONFLICT`.
 * @example await changeMemory(paths, 'kp-1f2e3d4c5b6a', { kind: 'confirm' })
 */
export async function changeMemory(
  paths: SpacePaths,
  id: string,
  change: MemoryChange,
  options: ChangeMemoryOptions = {},
): Promise<ChangedMemory> {
  const { lock } = await mindOf(paths, (await knownMemory(paths, id)).agent_id)
  const run = async (): Promise<ChangedMemory> => await changeLocked(paths, { id, change, options })
  return options.dryRun === true ? await run() : await withLock(lock, run, { signal: options.signal })
}

async function knownMemory(paths: SpacePaths, id: string): Promise<Memory> {
  const memory = (await readMemories(paths)).memories.find((one) => one.id === id)
  if (memory === undefined) throw cognitionError('COGNITION_POINT_UNKNOWN', { id })
  return memory
}

async function changeLocked(
  paths: SpacePaths,
  { id, change, options }: { id: string; change: MemoryChange; options: ChangeMemoryOptions },
): Promise<ChangedMemory> {
  const { dryRun = false, now = new Date() } = options
  const findings = dryRun ? [] : await moveOver(paths)
  const memory = await knownMemory(paths, id)
  if (isDone(memory, change.kind) && change.kind !== 'move') return { memory, changed: false, findings }
  const mind = await mindOf(paths, memory.agent_id)
  const requests = await requestsFor(mind, { memory, change, by: options.by ?? mind.identity.name, now })
  if (dryRun || requests.length === 0) return { memory, changed: false, findings }
  const run = `memory-${now.toISOString().slice(0, 10)}-${randomInt(1e8, 1e9)}`
  const grants = requests.map(({ path }) => path)
  await createWritesBroker({ root: paths.root, grants, run }).writeAll(requests, { signal: options.signal })
  using index = await openMemory(mind)
  await syncMemory(index, mind, { written: grants })
  const after = (await memoriesOf(mind)).memories.find((one) => one.id === id)
  return { memory: after ?? memory, changed: true, undo: run, findings }
}

function isDone(memory: Memory, kind: MemoryChange['kind']): boolean {
  if (kind === 'confirm') return memory.status !== 'candidate'
  if (kind === 'unpin') return memory.pinned !== true
  return !stillHolds(memory) || (kind === 'pin' && memory.pinned === true)
}

type Changing = { readonly memory: Memory; readonly change: MemoryChange; readonly by: string; readonly now: Date }

async function requestsFor(mind: Mind, changing: Changing): Promise<readonly Request[]> {
  const { files } = await topicsOf(mind)
  const [found] = files.flatMap((file) => {
    const points = keyPointsOf(file.knowledge.body)
    const point = points.findLast((one) => idOf(one, file.name) === changing.memory.id)
    return point === undefined ? [] : [{ file, point }]
  })
  const requests =
    found === undefined ? await requestsForEntry(mind, changing) : await requestsForPoint(mind, found, changing)
  const closed = files.find(({ path, knowledge }) => knowledge.read_only && requests.some((one) => one.path === path))
  if (closed !== undefined) throw cognitionError('COGNITION_READ_ONLY', { path: closed.path })
  return requests
}

/** Of a memory that stands in the log alone. */
async function requestsForEntry(mind: Mind, { memory, change, by, now }: Changing): Promise<readonly Request[]> {
  const { id } = memory
  const { date: today } = localTime(now)
  const state = stateAfter(change, today)
  // What ends needs no topic any more.
  if (change.kind === 'retract' || change.kind === 'supersede') {
    const reason = change.kind === 'retract' ? (change.reason ?? '') : ''
    return await plannedLog(mind, [{ text: reason, at: now, facts: { of: id, status: state } }])
  }
  const text = change.kind === 'update' ? change.text : memory.summary
  const source = `logs/${localTime(new Date(memory.timestamp)).date}.md`
  const request = await topicRequest(mind, {
    title: change.kind === 'move' ? change.topic : (memory.tags[0] ?? tellingWords(text).slice(0, 5).join(' ')),
    summary: text,
    point: keyPointLine({ id, text, day: today, source, state }),
    change: `- ${today}: ${by} took ^${id} out of the log`,
    writer: mind.identity.uid,
    at: now.toISOString(),
    pin: change.kind === 'pin' ? [pinFor(mind)] : undefined,
  })
  return [request]
}

async function requestsForPoint(
  mind: Mind,
  { file, point }: { readonly file: TopicFile; readonly point: KeyPoint },
  { memory, change, by, now }: Changing,
): Promise<readonly Request[]> {
  const { id } = memory
  const { name, path, text, knowledge } = file
  const { date: today } = localTime(now)
  const again = (one: KeyPoint): string => {
    const said = (change.kind === 'update' && change.text) || one.text
    return changedLine(one, { id, today, text: said, state: stateAfter(change, today) ?? one.state })
  }
  const isMoved = change.kind === 'move'
  const isPin = change.kind === 'pin' || change.kind === 'unpin'
  const others = knowledge.pin.filter((one) => one !== 'owner' && one !== 'all')
  const facts = {
    change: `- ${today}: ${by} ${deed(change, { id, point })}`,
    writer: mind.identity.uid,
    owner: mind.identity.uid,
    at: now.toISOString(),
  }
  const changed = isPin ? text : withChangedPoint(text, { id, topic: name }, isMoved ? () => undefined : again)
  const pin = isPin ? [...(change.kind === 'pin' ? [pinFor(mind)] : []), ...others] : undefined
  const request = { path, text: withPoint(changed, { ...facts, pin }), expected: sha256(text) }
  if (!isMoved) return [request]
  const topic = await namedTopic(mind, change.topic, 'private')
  if (topic.name === name) return []
  const added = { title: change.topic, summary: memory.summary, point: again(point), ...facts }
  return [await topicRequest(mind, added), request]
}

function stateAfter(change: MemoryChange, today: string): string | undefined {
  if (change.kind === 'confirm') return 'confirmed'
  if (change.kind === 'retract') return stateText({ status: 'retracted', expired_at: today })
  if (change.kind !== 'supersede') return undefined
  return stateText({ status: 'superseded', expired_at: today, superseded_by: change.by })
}

/** In whose contexts it is to stand; what nobody with an identity has, in those of all. */
function pinFor({ hasIdentity }: Mind): string {
  return hasIdentity ? 'owner' : 'all'
}

function deed(change: MemoryChange, { id, point }: { id: string; point: KeyPoint }): string {
  if (change.kind === 'confirm') return `confirmed ^${id}`
  if (change.kind === 'supersede') return `replaced ^${id} by ^${change.by}`
  if (change.kind === 'update') return `changed ^${id}, which said: ${point.text}`
  if (change.kind === 'pin') return `pinned this topic by ^${id}`
  if (change.kind === 'unpin') return 'took the pin of this topic off'
  if (change.kind === 'move') return `moved ^${id} to ${oneLine(change.topic)}`
  return `took back ^${id}: ${oneLine(change.reason ?? '') || 'no reason given'}`
}
