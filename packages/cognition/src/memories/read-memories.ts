import { type Finding, findingOf } from '@datacortex/errors'
import { type SpacePaths, platformError, readTextFile } from '@datacortex/platform'
import { oneLine } from '@datacortex/text'
import { cognitionError } from '../errors.ts'
import { type KeyPoint, idOf, keyPointsOf, readState } from '../knowledge/key-points.ts'
import { type Knowledge, readKnowledge, sectionLines, visibilityOf } from '../knowledge/knowledge-file.ts'
import { topicFile } from '../knowledge/topics.ts'
import { logParts } from '../logs/log-parts.ts'
import { type Mind, readMinds, topicsIn } from '../mind.ts'
import { type ReadEntry, entriesOf, factsOf } from '../logs/read-entries.ts'
import { formerMemories } from './former-memories.ts'
import { type Memory, usualType } from './memory.ts'

/** Memories in the order in which they were first remembered, and what could not be read. */
export type ReadMemories = { readonly memories: readonly Memory[]; readonly findings: readonly Finding[] }

/**
 * All that the user and the agents of a space remember, also what ended: key points, and entries of logs that are memories.
 * What the version before kept in its journal is among them, whether it has moved already or not.
 *
 * @param paths - Of the space.
 * @throws `PLATFORM_FILE_UNREADABLE` if there is a log or journal that can't be opened.
 * @example const { memories } = await readMemories(paths)
 */
export async function readMemories(paths: SpacePaths): Promise<ReadMemories> {
  const [{ minds, problems }, former] = await Promise.all([readMinds(paths), formerMemories(paths)])
  const read = await Promise.all(minds.map(memoriesOf))
  const moved = new Map(read.flatMap(({ memories }) => memories).map((memory) => [memory.id, memory]))
  const waiting = former.memories.filter(({ id }) => !moved.has(id))
  const all = [...moved.values(), ...waiting].toSorted((a, b) =>
    a.timestamp < b.timestamp ? -1 : Number(a.timestamp > b.timestamp),
  )
  const replaced = new Map(all.flatMap(({ id, superseded_by: by }) => (by === undefined ? [] : [[by, id]])))
  return {
    memories: all.map((memory) => ({ ...memory, supersedes: replaced.get(memory.id) })),
    findings: [
      ...problems.map((problem) => findingOf(problem, 'minds')),
      ...read.flatMap(({ findings }) => findings),
      ...former.findings,
    ],
  }
}

/**
 * The memories of one mind, each once; `logged`: the ids that its logs have.
 *
 * @param mind - Of an agent, or of the user.
 * @example (await memoriesOf(mind)).memories.filter(stillHolds)
 */
export async function memoriesOf(mind: Mind): Promise<ReadMemories & { readonly logged: ReadonlySet<string> }> {
  const [{ logged, ended }, topics] = await Promise.all([loggedOf(mind), topicsOf(mind)])
  const memories = new Map<string, Memory>()
  for (const topic of topics.files)
    for (const point of keyPointsOf(topic.knowledge.body)) {
      const memory = ofPoint(point, topic, { mind, logged })
      memories.set(memory.id, memory)
    }
  for (const [id, entries] of logged)
    if (!memories.has(id) && entries.some((entry) => fact(entry, 'id') !== undefined))
      memories.set(id, { ...ofEntries(id, entries, mind), ...statusOf(ended.get(id)) })
  return { memories: [...memories.values()], findings: topics.findings, logged: new Set(logged.keys()) }
}

export type TopicFile = {
  readonly name: string
  readonly path: string
  readonly text: string
  readonly knowledge: Knowledge
}

export async function topicsOf(
  mind: Mind,
): Promise<{ readonly files: readonly TopicFile[]; readonly findings: readonly Finding[] }> {
  const files: TopicFile[] = []
  const findings: Finding[] = []
  const { uid: owner } = mind.identity
  for (const isShared of [false, true])
    for (const name of await topicsIn(isShared ? mind.shared : mind.knowledge)) {
      const { file, path } = topicFile(mind, { name, isShared })
      const read = await readKnowledge(file, { name, owner, agent: isShared ? undefined : mind.agent })
      // Whose it is is said where it is recalled.
      if (isShared && (!read.ok || read.isOwnerAssumed)) continue
      if (!read.ok)
        findings.push(findingOf(cognitionError('COGNITION_KNOWLEDGE_INVALID', { path, issues: read.issues }), path))
      else if (read.knowledge.owner_uid === owner)
        files.push({ name, path, text: Buffer.from(read.bytes).toString(), knowledge: read.knowledge })
    }
  return { files, findings }
}

/** With its byte order mark, so that its hash is that of the file; undefined if there is no such file. */
export async function topicText(file: string): Promise<string | undefined> {
  const read = await readTextFile(file)
  if (read.ok) return Buffer.from(read.bytes).toString()
  if (read.code === 'ENOENT') return undefined
  throw cognitionError('COGNITION_KNOWLEDGE_INVALID', { path: file, issues: [read.reason] })
}

type Logged = ReadonlyMap<string, readonly ReadEntry[]>

/** Entries that keep something, by its id, and how memories that stand in the log alone ended. */
async function loggedOf(
  mind: Mind,
): Promise<{ readonly logged: Logged; readonly ended: ReadonlyMap<string, ReadEntry> }> {
  const logged = new Map<string, ReadEntry[]>()
  const ended = new Map<string, ReadEntry>()
  for (const part of await logParts(mind)) {
    const { file } = part
    const read = await readTextFile(file)
    if (!read.ok) throw platformError('PLATFORM_FILE_UNREADABLE', { file, reason: read.reason })
    for (const entry of entriesOf(part, read.text)) {
      const id = fact(entry, 'id') ?? fact(entry, 'recorded')?.split(' ^').at(1)
      const of = fact(entry, 'of') ?? (fact(entry, 'status') === undefined ? undefined : id)
      if (of !== undefined) ended.set(of, entry)
      // Said again, it holds again.
      else if (id !== undefined) ended.delete(id)
      if (id !== undefined) logged.set(id, [...(logged.get(id) ?? []), entry])
    }
  }
  return { logged, ended }
}

function ofEntries(id: string, entries: readonly ReadEntry[], { agent }: Mind): Memory & { readonly path: string } {
  const [first] = entries
  if (first === undefined) throw new Error(`Nothing was logged of ${id}.`)
  const all = (name: string): readonly string[] => [...new Set(entries.flatMap((entry) => factsOf(entry, name)))]
  const { date, time, text, path } = first
  const [executions, source] = [all('execution'), fact(first, 'source')]
  return {
    id,
    type: fact(first, 'type') ?? usualType,
    agent_id: agent,
    source_execution: executions[0],
    executions,
    timestamp: fact(first, 'at') ?? new Date(`${date}T${time}`).toISOString(),
    summary: text,
    insights: all('insight'),
    tags: [...new Set(all('tags').flatMap((tags) => tags.split(' ')))],
    outputs: all('output'),
    origin: executions.length > 0 ? 'execution' : source === undefined ? 'person' : 'document',
    source: source === undefined ? undefined : { path: source },
    status: 'candidate',
    visibility: visibilityOf(fact(first, 'visibility')),
    space: fact(first, 'space'),
    path,
  }
}

function ofPoint(
  point: KeyPoint,
  { knowledge, path, name }: TopicFile,
  { mind, logged }: { readonly mind: Mind; readonly logged: Logged },
): Memory {
  const id = idOf(point, name)
  const entries = logged.get(id)
  const { tags, visibility, body, created_at: created, pin } = knowledge
  const logs = entries && ofEntries(id, entries, mind)
  const none = { executions: [], insights: [], outputs: [] }
  // What was said may be longer than the line that stands for it.
  const begins = oneLine(logs?.summary ?? '').startsWith(point.text.replace(/…$/, ''))
  return {
    ...(logs ?? { ...none, type: usualType, agent_id: mind.agent, tags, origin: 'person' }),
    id,
    timestamp: logs?.timestamp ?? (point.day === undefined ? created : `${point.day}T00:00:00.000Z`),
    summary: begins ? (logs?.summary ?? point.text) : point.text,
    visibility,
    ...(pin.some((one) => one === 'owner' || one === 'all') ? { pinned: true } : {}),
    path,
    ...readState(point.state),
    retraction: sectionLines(body, 'Changelog')
      .map((line) => line.split(` took back ^${id}: `)[1])
      .find((reason) => reason !== undefined),
  }
}

function statusOf(entry: ReadEntry | undefined): Partial<Memory> {
  if (entry === undefined) return {}
  const reason = fact(entry, 'of') === undefined ? undefined : entry.text
  return { ...readState(fact(entry, 'status') ?? ''), retraction: reason === '' ? undefined : reason }
}

function fact(entry: ReadEntry, name: string): string | undefined {
  return factsOf(entry, name)[0]
}
