import { join } from 'node:path'
import { CodedError, type Finding } from '@datacortex/errors'
import { replaceFile, sha256, withLock } from '@datacortex/platform'
import { oneLine } from '@datacortex/text'
import { cognitionError } from './errors.ts'
import { newKnowledgeText, withPoint, withSuperseded } from './knowledge/add-point.ts'
import { keyPointId, keyPointLine, keyPointsOf } from './knowledge/key-points.ts'
import { type Knowledge, type Visibility, parseKnowledge } from './knowledge/knowledge-file.ts'
import { type Likeness, type Topic, namedTopic, tellingWords, topicFile, topicOf } from './knowledge/topics.ts'
import { appendEntry, localTime } from './logs/append-entry.ts'
import { withoutPrivate } from './logs/read-entries.ts'
import { openMemory, type MemoryIndex } from './memory/open-memory.ts'
import { searchMemory } from './memory/search-memory.ts'
import { syncMemory } from './memory/sync-memory.ts'
import { factLines } from './memories/log-entries.ts'
import type { MemoryFacts } from './memories/memory.ts'
import { moveOver } from './memories/move-over.ts'
import { topicText } from './memories/read-memories.ts'
import type { Mind } from './mind.ts'
import { pullRemote } from './sharing/pull-remote.ts'
import { remoteTopic } from './sharing/remote.ts'

/** What is kept, and where. */
export type RememberOptions = {
  /** One thing; what stands between `<private>` and `</private>` never leaves the log. */
  readonly text: string
  /** Decides which file it goes to. */
  readonly topic?: string | undefined
  readonly tags?: readonly string[] | undefined
  /** Of a new file; if absent `private`, and `shared` where nobody has an identity. */
  readonly visibility?: Visibility | undefined
  /** Id of the key point that it replaces. */
  readonly supersedes?: string | undefined
  readonly likeness?: Likeness | undefined
  /** What is known of it beside its text. */
  readonly facts?: MemoryFacts | undefined
  readonly now?: Date | undefined
  readonly dryRun?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/** What became of it; without `id` all of it was private, and stands in the log only. */
export type RememberedPoint = {
  readonly id: string | null
  /** Relative to the space. */
  readonly path: string
  readonly topic: string | null
  readonly log: string
  readonly created: boolean
  /** Whether the topic had it already. */
  readonly merged: boolean
  readonly findings: readonly Finding[]
}

/**
 * Keeps one thing: in the log of the day, as a key point of a topic, and in the index, under the one lock of all minds.
 *
 * @param mind - Of the agent that remembers.
 * @param options - What, and where to.
 * @throws `COGNITION_TEXT_EMPTY`, `COGNITION_TOPIC_INVALID`, `COGNITION_TOPIC_TWICE`, `COGNITION_POINT_UNKNOWN`,
 *   `COGNITION_KNOWLEDGE_INVALID`; `PLATFORM_LOCK_TIMEOUT`. Nothing is written then.
 * @example (await remember(mind, { text: 'Spring tides come two days after full moon.', topic: 'tides' })).path
 */
export async function remember(mind: Mind, options: RememberOptions): Promise<RememberedPoint> {
  if (options.text.trim() === '') throw cognitionError('COGNITION_TEXT_EMPTY', {})
  const run = async (): Promise<RememberedPoint> => await rememberLocked(mind, options)
  return options.dryRun === true ? await run() : await withLock(mind.lock, run, { signal: options.signal })
}

async function rememberLocked(mind: Mind, options: RememberOptions): Promise<RememberedPoint> {
  const { text, supersedes, facts, now = new Date(), dryRun = false } = options
  const moved = dryRun ? [] : await moveOver(mind.paths)
  // Where nothing is written, an index that is forgotten does.
  using memory = await openMemory(dryRun ? { database: ':memory:' } : mind)
  const pulled = await pullRemote(mind)
  const findings = [...moved, ...pulled, ...(await syncMemory(memory, mind)).findings]
  const open = withoutPrivate(text)
  const old = supersedes === undefined ? undefined : pointOf(memory, { id: supersedes, mind })
  const topic = open === '' ? undefined : await chosenTopic(mind, { ...options, text: open, memory })
  const change = topic === undefined ? undefined : await plannedChange(mind, topic, { ...options, text: open, now })
  const recorded = change === undefined ? undefined : `${change.path} ^${change.id}`
  if (dryRun) {
    const log = `${mind.place}/${mind.agent}/logs/${localTime(now).date}.md`
    return { ...answerOf(change, log), findings }
  }
  const known =
    facts && factLines({ ...facts, at: now.toISOString(), visibility: mind.hasIdentity ? undefined : 'shared' })
  const written: string[] = []
  const saveTopic = async (): Promise<void> => {
    if (topic === undefined || change === undefined || change.merged) return
    await saveChange(mind, change, async () => await plannedChange(mind, topic, { ...options, text: open, now }))
    written.push(change.path)
  }
  const isRemote = change !== undefined && remoteTopic(mind, change.path) !== undefined
  // An address may be out of reach, and a log never says that something stands where it doesn't.
  if (isRemote) await saveTopic()
  const entry = await appendEntry(mind, { text, recorded, facts: known, now })
  if (!isRemote) await saveTopic()
  if (old !== undefined && change !== undefined && old.id !== change.id) {
    const place = { path: old.path, file: join(mind.paths.root, old.path) }
    await saveChange(
      mind,
      await endedPoint(mind, place, { id: old.id, by: change.id, now }),
      async () => await endedPoint(mind, place, { id: old.id, by: change.id, now }),
    )
    written.push(old.path)
  }
  if (written.some((path) => remoteTopic(mind, path) !== undefined)) await pullRemote(mind)
  const own = written.map((path) => path.slice(mind.place.length + 1))
  const after = await syncMemory(memory, mind, { written: own })
  return { ...answerOf(change, entry.path), findings: [...moved, ...after.findings, ...entry.findings] }
}

type Saved = {
  readonly file: string
  readonly path: string
  readonly before: string | undefined
  readonly text: string
}

type Change = Saved & {
  readonly id: string
  readonly topic: string
  readonly created: boolean
  readonly merged: boolean
}

function answerOf(change: Change | undefined, log: string): Omit<RememberedPoint, 'findings'> {
  if (change === undefined) return { id: null, path: log, topic: null, log, created: false, merged: false }
  const { id, path, topic, created, merged } = change
  return { id, path, topic, log, created, merged }
}

async function plannedChange(
  mind: Mind,
  topic: Topic,
  asked: RememberOptions & { readonly now: Date },
): Promise<Change> {
  const { tags = [], visibility = mind.hasIdentity ? 'private' : 'shared', now } = asked
  const { file, path } = topicFile(mind, topic)
  const text = oneLine(asked.text)
  const id = keyPointId(topic.name, text)
  const { date: day } = localTime(now)
  const before = await textOf(mind, { file, path })
  const { uid, name } = mind.identity
  const point = keyPointLine({ id, text, day, source: `logs/${day}.md` })
  const facts = { point, writer: uid, at: now.toISOString() }
  const place = { id, topic: topic.name, file, path }
  if (before === undefined) {
    const change = `- ${day}: Created by ${name} with ^${id}`
    const after = newKnowledgeText(
      { title: topic.title, tags, summary: text, owner: uid, visibility },
      { ...facts, change },
    )
    return { ...place, created: true, merged: false, before, text: after }
  }
  const { owner_uid: owner, body } = await writable(before, { mind, topic, path })
  const merged = keyPointsOf(body).some((one) => one.id === id && one.holds)
  const after = withPoint(before, { ...facts, owner, change: `- ${day}: ${name} added ^${id}` })
  return { ...place, created: false, merged, before, text: after }
}

/** A file of this agent, or one that all may write. */
async function writable(
  text: string,
  { mind, topic, path }: { readonly mind: Mind; readonly topic: Topic; readonly path: string },
): Promise<Knowledge> {
  const { uid } = mind.identity
  const refuse = (issues: readonly string[]): never => {
    throw cognitionError('COGNITION_KNOWLEDGE_INVALID', { path, issues })
  }
  const parsed = await parseKnowledge(text, {
    name: topic.name,
    owner: uid,
    agent: topic.isShared ? undefined : mind.agent,
  })
  if (!parsed.ok) return refuse(parsed.issues)
  if (topic.isShared && parsed.isOwnerAssumed) return refuse(['it names no owner'])
  const { owner_uid: owner, visibility, read_only: isReadOnly } = parsed.knowledge
  if (isReadOnly) throw cognitionError('COGNITION_READ_ONLY', { path })
  if (owner === uid || (topic.isShared && visibility === 'public')) return parsed.knowledge
  if (topic.isShared) throw cognitionError('COGNITION_NOT_THE_OWNER', { topic: topic.name })
  return refuse(['it belongs to another agent'])
}

/** Whatever somebody saved meanwhile, such as in an editor, is what the key point is added to. */
async function saveChange(mind: Mind, first: Saved, again: () => Promise<Saved>): Promise<void> {
  let change = first
  for (let left = 5; ; left -= 1) {
    try {
      return await save(mind, change)
    } catch (error) {
      if (left === 0 || !CodedError.is(error, 'COGNITION_KNOWLEDGE_CHANGED')) throw error
      change = await again()
    }
  }
}

async function save(mind: Mind, { file, path, before, text }: Saved): Promise<void> {
  const topic = remoteTopic(mind, path)
  const isSaved =
    topic === undefined
      ? await replaceFile(file, text, {
          expected: before === undefined ? 'absent' : sha256(before),
          below: mind.paths.root,
        })
      : await mind.remote?.write(topic, text, before === undefined ? undefined : sha256(before))
  if (isSaved !== true) throw cognitionError('COGNITION_KNOWLEDGE_CHANGED', { path })
}

/** The file of a key point that another one replaced, which writes that too into its changelog. */
async function endedPoint(
  mind: Mind,
  { file, path }: Pick<Saved, 'file' | 'path'>,
  { id, by, now }: { readonly id: string; readonly by: string; readonly now: Date },
): Promise<Saved> {
  const before = (await textOf(mind, { file, path })) ?? ''
  const { date: day } = localTime(now)
  const { uid: writer, name } = mind.identity
  const change = `- ${day}: ${name} replaced ^${id} by ^${by}`
  return { file, path, before, text: withSuperseded(before, { id, by, day, change, writer, at: now.toISOString() }) }
}

async function textOf(mind: Mind, { file, path }: Pick<Saved, 'file' | 'path'>): Promise<string | undefined> {
  const topic = remoteTopic(mind, path)
  return topic === undefined ? await topicText({ file }) : await mind.remote?.read(topic)
}

async function chosenTopic(
  mind: Mind,
  { text, topic, likeness, memory, visibility }: RememberOptions & { readonly memory: MemoryIndex },
): Promise<Topic> {
  // Without an identity all of it lies in its own folder, and is shared there.
  const place = mind.hasIdentity ? visibility : 'private'
  if (topic !== undefined) return await namedTopic(mind, topic, place)
  const query = tellingWords(text).join(' ')
  // Nothing gets to others because its words are those of a file that others read.
  const addsTo = visibility ?? (mind.hasIdentity ? 'private' : 'shared')
  const rows = searchMemory(memory, { reader: mind.identity.uid, query, top: 5, addsTo })
  const candidates = rows.map(({ path, title, summary, content }) => ({
    name: path.replace(/^.*\//s, '').replace(/\.md$/, ''),
    title,
    summary,
    body: content,
  }))
  return await topicOf(text, { candidates, likeness, mind, visibility: place })
}

function pointOf(
  { database }: MemoryIndex,
  { id, mind }: { id: string; mind: Mind },
): { readonly id: string; readonly path: string } {
  const writable = "(k.owner_uid = ? OR k.visibility = 'public')"
  const found = database
    .prepare(
      `SELECT k.path FROM key_points p JOIN knowledge_files k ON k.id = p.file_id WHERE p.point_id = ? AND ${writable}`,
    )
    .get(id, mind.identity.uid)
  if (found === undefined) throw cognitionError('COGNITION_POINT_UNKNOWN', { id })
  return { id, path: `${mind.place}/${String(found['path'])}` }
}
