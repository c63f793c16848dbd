import { randomInt } from 'node:crypto'
import type { Finding } from '@datacortex/errors'
import { type SpacePaths, createWritesBroker, sha256, withLock } from '@datacortex/platform'
import { oneLine } from '@datacortex/text'
import { cognitionError } from '../errors.ts'
import { withPin, withPoint } from '../knowledge/add-point.ts'
import { type KeyPoint, keyPointId, keyPointLine, keyPointsOf } from '../knowledge/key-points.ts'
import { headingLine } from '../knowledge/knowledge-file.ts'
import { namedTopic, tellingWords } from '../knowledge/topics.ts'
import { localTime } from '../logs/append-entry.ts'
import { openMemory } from '../memory/open-memory.ts'
import { syncMemory } from '../memory/sync-memory.ts'
import { type Mind, mindOf } from '../mind.ts'
import { type Memory, stillHolds } from './memory.ts'
import { moveOver } from './move-over.ts'
import { type Request, plannedLog } from './planned-log.ts'
import { memoriesOf, readMemories, topicsOf } from './read-memories.ts'
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

export type ChangeMemoryOptions = {
  /** Who does it, by name; the agent whose memory it is if absent. */
  readonly by?: string | undefined
  readonly now?: Date | undefined
  readonly dryRun?: boolean | undefined
  readonly signal?: AbortSignal | undefined
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
  await syncMemory(index, mind, { written: grants.map((path) => path.slice(mind.place.length + 1)) })
  const after = (await memoriesOf(mind)).memories.find((one) => one.id === id)
  return { memory: after ?? memory, changed: true, undo: run, findings }
}

function isDone(memory: Memory, kind: MemoryChange['kind']): boolean {
  if (kind === 'confirm') return memory.status !== 'candidate'
  if (kind === 'unpin') return memory.pinned !== true
  return !stillHolds(memory) || (kind === 'pin' && memory.pinned === true)
}

type Changing = { readonly memory: Memory; readonly change: MemoryChange; readonly by: string; readonly now: Date }

async function requestsFor(mind: Mind, { memory, change, by, now }: Changing): Promise<readonly Request[]> {
  const { id } = memory
  const { date: day } = localTime(now)
  const until = `until ${day}`
  const status = {
    confirm: 'confirmed',
    retract: `retracted; ${until}`,
    supersede: `superseded; ${until}; by ${change.kind === 'supersede' ? change.by : ''}`,
    update: undefined,
    move: undefined,
    pin: undefined,
    unpin: undefined,
  }[change.kind]
  const { files } = await topicsOf(mind)
  const at = files.flatMap((file) => {
    const point = keyPointsOf(file.knowledge.body).findLast((one) => (one.id ?? keyPointId(file.name, one.text)) === id)
    return point === undefined ? [] : [{ file, point }]
  })[0]
  const pinned = [mind.hasIdentity ? 'owner' : 'all']
  const facts = { writer: mind.identity.uid, at: now.toISOString(), owner: mind.identity.uid }
  const text = change.kind === 'update' ? change.text : memory.summary
  if (at === undefined) {
    // What ends needs no topic any more.
    if (change.kind === 'retract' || change.kind === 'supersede') {
      const reason = change.kind === 'retract' ? (change.reason ?? '') : ''
      return await plannedLog(mind, [{ text: reason, at: now, facts: { of: id, status } }])
    }
    const point = keyPointLine({
      id,
      text,
      day,
      source: `logs/${localTime(new Date(memory.timestamp)).date}.md`,
      status,
    })
    const title = change.kind === 'move' ? change.topic : (memory.tags[0] ?? tellingWords(text).slice(0, 5).join(' '))
    const line = `- ${day}: ${by} took ^${id} out of the log`
    const request = await topicRequest(mind, { title, summary: text, point, change: line, ...facts })
    return [change.kind === 'pin' ? { ...request, text: withPin(String(request.text), pinned) } : request]
  }
  const { file, point } = at
  if (file.knowledge.read_only) throw cognitionError('COGNITION_READ_ONLY', { path: file.path })
  const line = pointAgain(point, { id, text: change.kind === 'update' ? text : point.text, status, day })
  const expected = sha256(file.text)
  const said = { ...facts, change: `- ${day}: ${by} ${deed(change, { id, point })}` }
  if (change.kind === 'pin' || change.kind === 'unpin') {
    const others = file.knowledge.pin.filter((one) => one !== 'owner' && one !== 'all')
    const pin = change.kind === 'pin' ? [...pinned, ...others] : others
    return [{ path: file.path, text: withPin(withPoint(file.text, said), pin), expected }]
  }
  if (change.kind !== 'move')
    return [{ path: file.path, text: withPoint(withLine(file.text, file.name, { id, line }), said), expected }]
  const topic = await namedTopic(mind, change.topic, 'private')
  if (topic.name === file.name) return []
  const left = withPoint(withLine(file.text, file.name, { id, line: undefined }), said)
  const moved = await topicRequest(mind, { title: change.topic, summary: text, point: line, ...said })
  return [moved, { path: file.path, text: left, expected }]
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

function pointAgain(
  { facts, text: former }: KeyPoint,
  { id, text, status, day: today }: { id: string; text: string; status: string | undefined; day: string },
): string {
  const [day = today, source = 'source: by hand', ...rest] = facts === '' ? [] : facts.split('; ')
  const ended = status ?? (rest.join('; ') || 'confirmed')
  return keyPointLine({ id, text: text || former, day, source: source.replace(/^source: /, ''), status: ended })
}

/** The text with another line in the place of that of a key point, or without it; every other byte as it was. */
function withLine(text: string, topic: string, { id, line }: { id: string; line: string | undefined }): string {
  const lines = text.split(/(?<=\n)/)
  const start = headingLine(lines, 'Key Points')
  // Lines of the changelog end in the id too.
  const next = lines.findIndex((one, at) => at > start && /^#{1,2} /.test(one))
  const place = lines.findLastIndex((one, at) => {
    const isWithin = at > start && (next === -1 || at < next)
    const [point] = isWithin ? keyPointsOf(`## Key Points\n${one}`) : []
    return point !== undefined && (point.id ?? keyPointId(topic, point.text)) === id
  })
  const end = /\r?\n$/.exec(lines[place] ?? '')?.[0] ?? ''
  return place === -1 ? text : lines.toSpliced(place, 1, ...(line === undefined ? [] : [`${line}${end}`])).join('')
}
