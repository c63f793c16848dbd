import { type Finding, findingOf } from '@datacortex/errors'
import { type SpacePaths, platformError, readTextFile } from '@datacortex/platform'
import { oneLine } from '@datacortex/text'
import { cognitionError } from '../errors.ts'
import { type KeyPoint, keyPointId, keyPointsOf } from '../knowledge/key-points.ts'
import { type Knowledge, parseKnowledge, sectionLines, visibilityOf } from '../knowledge/knowledge-file.ts'
import { topicFile } from '../knowledge/topics.ts'
import { logParts } from '../logs/log-parts.ts'
import { type Mind, readMinds, topicsIn } from '../mind.ts'
import { type ReadEntry, entriesOf, withoutPrivate } from '../logs/read-entries.ts'
import { formerMemories } from './former-memories.ts'
import { type Memory, type MemoryStatus, usualType } from './memory.ts'

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
  for (const { knowledge, path, name } of topics.files)
    for (const point of keyPointsOf(knowledge.body)) {
      const memory = ofPoint(point, { mind, knowledge, path, name, logged })
      memories.set(memory.id, memory)
    }
  for (const [id, entries] of logged)
    if (!memories.has(id) && entries.some(({ entry }) => entry.facts.has('id')))
      memories.set(id, { ...ofEntries(id, { entries, mind }), ...statusOf(ended.get(id)) })
  return { memories: [...memories.values()], findings: topics.findings, logged: new Set(logged.keys()) }
}

export type TopicFile = {
  readonly name: string
  readonly file: string
  readonly path: string
  readonly text: string
  readonly knowledge: Knowledge
}

export async function topicsOf(
  mind: Mind,
): Promise<{ readonly files: readonly TopicFile[]; readonly findings: readonly Finding[] }> {
  const files: TopicFile[] = []
  const findings: Finding[] = []
  const topics = async (isShared: boolean, folder = isShared ? mind.shared : mind.knowledge) =>
    (await topicsIn(folder)).map((name) => ({ name, isShared }))
  for (const topic of [...(await topics(false)), ...(await topics(true))]) {
    const { name, isShared } = topic
    const place = topicFile(mind, topic)
    const read = await readTextFile(place.file)
    const { uid: owner } = mind.identity
    const parsed = read.ok
      ? await parseKnowledge(read.text, {
          name,
          owner: isShared ? '' : owner,
          agent: isShared ? undefined : mind.agent,
        })
      : undefined
    if (read.ok && parsed?.ok === true) {
      const { knowledge } = parsed
      if (knowledge.owner_uid === owner) files.push({ name, ...place, text: exactText(read.bytes), knowledge })
      continue
    }
    // Whose it is is said where it is recalled.
    if (isShared) continue
    const issues = read.ok ? (parsed?.ok === false ? parsed.issues : []) : [read.reason]
    findings.push(findingOf(cognitionError('COGNITION_KNOWLEDGE_INVALID', { path: place.path, issues }), place.path))
  }
  return { files, findings }
}

/** Of a topic; undefined if there is no such file. */
export async function topicText({ file }: { readonly file: string }): Promise<string | undefined> {
  const read = await readTextFile(file)
  if (read.ok) return exactText(read.bytes)
  if (read.code === 'ENOENT') return undefined
  throw cognitionError('COGNITION_KNOWLEDGE_INVALID', { path: file, issues: [read.reason] })
}

/** With its byte order mark, so that it is written back as it was. */
function exactText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

type Logged = { readonly entry: ReadEntry; readonly date: string; readonly path: string }

/** Entries that keep something, by its id, and how memories that stand in the log alone ended. */
async function loggedOf(mind: Mind): Promise<{
  readonly logged: ReadonlyMap<string, readonly Logged[]>
  readonly ended: ReadonlyMap<string, ReadEntry>
}> {
  const logged = new Map<string, Logged[]>()
  const ended = new Map<string, ReadEntry>()
  for (const { file, date, path } of await logParts(mind)) {
    const read = await readTextFile(file)
    if (!read.ok) throw platformError('PLATFORM_FILE_UNREADABLE', { file, reason: read.reason })
    for (const entry of entriesOf(read.text)) {
      const [id = fact(entry, 'recorded')?.split(' ^').at(1)] = entry.facts.get('id') ?? []
      const of = fact(entry, 'of') ?? (entry.facts.has('status') ? id : undefined)
      if (of !== undefined) ended.set(of, entry)
      // Said again, it holds again.
      else if (id !== undefined) ended.delete(id)
      if (id !== undefined) logged.set(id, [...(logged.get(id) ?? []), { entry, date, path }])
    }
  }
  return { logged, ended }
}

function ofEntries(
  id: string,
  { entries, mind }: { readonly entries: readonly Logged[]; readonly mind: Mind },
): Memory & { readonly path: string } {
  const [first] = entries
  if (first === undefined) throw new Error(`Nothing was logged of ${id}.`)
  const all = (name: string): readonly string[] => [
    ...new Set(entries.flatMap(({ entry }) => entry.facts.get(name) ?? [])),
  ]
  const { entry, date, path } = first
  const [executions, source] = [all('execution'), fact(entry, 'source')]
  return {
    id,
    type: fact(entry, 'type') ?? usualType,
    agent_id: mind.agent,
    source_execution: executions[0],
    executions,
    timestamp: fact(entry, 'at') ?? new Date(`${date}T${entry.time}`).toISOString(),
    summary: withoutPrivate(entry.text),
    insights: all('insight'),
    tags: [...new Set(all('tags').flatMap((tags) => tags.split(' ')))],
    outputs: all('output'),
    origin: executions.length > 0 ? 'execution' : source === undefined ? 'person' : 'document',
    source: source === undefined ? undefined : { path: source },
    status: 'candidate',
    visibility: visibilityOf(fact(entry, 'visibility')),
    space: fact(entry, 'space'),
    path,
  }
}

function ofPoint(
  point: KeyPoint,
  {
    mind,
    knowledge,
    path,
    name,
    logged,
  }: Pick<TopicFile, 'knowledge' | 'path' | 'name'> & {
    readonly mind: Mind
    readonly logged: ReadonlyMap<string, readonly Logged[]>
  },
): Memory {
  const id = point.id ?? keyPointId(name, point.text)
  const entries = logged.get(id) ?? []
  const day = point.facts.slice(0, 10)
  const { tags, visibility, body, created_at: created, pin } = knowledge
  const logs = entries.length === 0 ? undefined : ofEntries(id, { entries, mind })
  const timestamp = logs?.timestamp ?? (day === '' ? created : `${day}T00:00:00.000Z`)
  const none = { executions: [], insights: [], outputs: [] }
  // What was said may be longer than the line that stands for it.
  const begins = oneLine(logs?.summary ?? '').startsWith(point.text.replace(/…$/, ''))
  return {
    ...(logs ?? { ...none, type: usualType, agent_id: mind.agent, tags, origin: 'person' }),
    id,
    timestamp,
    summary: begins ? (logs?.summary ?? point.text) : point.text,
    visibility,
    ...(pin.some((one) => one === 'owner' || one === 'all') ? { pinned: true } : {}),
    path,
    // What a person wrote by hand is not in doubt.
    ...(point.facts === '' ? { status: 'confirmed' } : endOf(point.facts)),
    retraction: sectionLines(body, 'Changelog')
      .find((line) => line.includes(` took back ^${id}: `))
      ?.split(` took back ^${id}: `)
      .at(1),
  }
}

function endOf(facts: string): Pick<Memory, 'status' | 'superseded_by' | 'expired_at'> {
  const parts = facts.split('; ')
  const said = (['confirmed', 'superseded', 'retracted'] as const).find((one) => parts.includes(one))
  const status: MemoryStatus = said ?? 'candidate'
  const of = (name: string): string | undefined =>
    parts.find((part) => part.startsWith(`${name} `))?.slice(name.length + 1)
  return { status, superseded_by: of('by'), expired_at: of('until') }
}

function statusOf(entry: ReadEntry | undefined): Partial<Memory> {
  if (entry === undefined) return {}
  const reason = fact(entry, 'of') === undefined ? undefined : entry.text
  return { ...endOf(fact(entry, 'status') ?? ''), retraction: reason === '' ? undefined : reason }
}

function fact({ facts }: ReadEntry, name: string): string | undefined {
  return facts.get(name)?.[0]
}
