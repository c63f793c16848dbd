import { CodedError, type Finding } from '@datacortex/errors'
import { replaceFile, sha256, withLock } from '@datacortex/platform'
import { oneLine } from '@datacortex/text'
import { cognitionError } from './errors.ts'
import { newKnowledgeText, withPoint, withSuperseded } from './knowledge/add-point.ts'
import { keyPointId, keyPointLine, keyPointsOf } from './knowledge/key-points.ts'
import { type Visibility, parseKnowledge } from './knowledge/knowledge-file.ts'
import { type Likeness, type Topic, namedTopic, tellingWords, topicFile, topicOf } from './knowledge/topics.ts'
import { appendEntry, localTime } from './logs/append-entry.ts'
import { openMemory, type MemoryIndex } from './memory/open-memory.ts'
import { searchMemory } from './memory/recall.ts'
import { syncMemory } from './memory/sync-memory.ts'
import { factLines } from './memories/log-entries.ts'
import type { MemoryFacts } from './memories/memory.ts'
import { moveOver } from './memories/move-over.ts'
import { textOf } from './memories/read-memories.ts'
import type { Mind } from './mind.ts'
import { withoutPrivate } from './without-private.ts'

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
  const synced = await syncMemory(memory, mind)
  const findings = [...moved, ...synced.findings]
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
  const entry = await appendEntry(mind, { text, recorded, facts: known, now })
  const written: string[] = []
  if (topic !== undefined && change?.merged === false) {
    await saveChange(mind, change, async () => await plannedChange(mind, topic, { ...options, text: open, now }))
    written.push(change.path)
  }
  if (old !== undefined && change !== undefined && old.id !== change.id) {
    const file = topicFile(mind, old.name)
    const before = await textOf(file)
    const after = withSuperseded(before ?? '', { id: old.id, by: change.id, day: localTime(now).date })
    await save(mind, { ...file, before, after })
    written.push(file.path)
  }
  const own = written.map((path) => path.slice(mind.place.length + 1))
  const after = await syncMemory(memory, mind, { written: own })
  return { ...answerOf(change, entry.path), findings: [...moved, ...after.findings, ...entry.findings] }
}

type Change = {
  readonly id: string
  readonly topic: string
  readonly file: string
  readonly path: string
  readonly created: boolean
  readonly merged: boolean
  readonly before: string | undefined
  readonly text: string
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
  const { file, path } = topicFile(mind, topic.name)
  const text = oneLine(asked.text)
  const id = keyPointId(topic.name, text)
  const { date: day } = localTime(now)
  const before = await textOf({ file })
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
  const parsed = await parseKnowledge(before, { name: topic.name, owner: uid, agent: mind.agent })
  const issues = parsed.ok ? (parsed.knowledge.owner_uid === uid ? [] : ['it belongs to another agent']) : parsed.issues
  if (!parsed.ok || issues.length > 0) throw cognitionError('COGNITION_KNOWLEDGE_INVALID', { path, issues })
  if (parsed.knowledge.read_only) throw cognitionError('COGNITION_READ_ONLY', { path })
  const merged = keyPointsOf(parsed.knowledge.body).some((one) => one.id === id && one.holds)
  const after = withPoint(before, { ...facts, owner: uid, change: `- ${day}: ${name} added ^${id}` })
  return { ...place, created: false, merged, before, text: after }
}

/** Whatever somebody saved meanwhile, such as in an editor, is what the key point is added to. */
async function saveChange(mind: Mind, first: Change, again: () => Promise<Change>): Promise<void> {
  let change = first
  for (let left = 5; ; left -= 1) {
    try {
      return await save(mind, { ...change, after: change.text })
    } catch (error) {
      if (left === 0 || !CodedError.is(error, 'COGNITION_KNOWLEDGE_CHANGED')) throw error
      change = await again()
    }
  }
}

async function save(
  mind: Mind,
  {
    file,
    path,
    before,
    after,
  }: { readonly file: string; readonly path: string; readonly before: string | undefined; readonly after: string },
): Promise<void> {
  const expected = before === undefined ? 'absent' : sha256(before)
  if (!(await replaceFile(file, after, { expected, below: mind.paths.root })))
    throw cognitionError('COGNITION_KNOWLEDGE_CHANGED', { path })
}

async function chosenTopic(
  mind: Mind,
  { text, topic, likeness, memory }: RememberOptions & { readonly memory: MemoryIndex },
): Promise<Topic> {
  if (topic !== undefined) return await namedTopic(mind, topic)
  const query = tellingWords(text).join(' ')
  const rows = searchMemory(memory, { reader: mind.identity.uid, query, top: 5, isOwnOnly: true })
  const candidates = rows.map(({ path, title, summary, content }) => ({
    name: path.replace(/^.*\//s, '').replace(/\.md$/, ''),
    title,
    summary,
    body: content,
  }))
  return await topicOf(text, { candidates, likeness, mind })
}

function pointOf(
  { database }: MemoryIndex,
  { id, mind }: { id: string; mind: Mind },
): { readonly id: string; readonly name: string } {
  const rows = database.prepare('SELECT path, content FROM knowledge_files WHERE owner_uid = ?').all(mind.identity.uid)
  const found = rows.find(({ content }) => keyPointsOf(String(content)).some((point) => point.id === id))
  if (found === undefined) throw cognitionError('COGNITION_POINT_UNKNOWN', { id })
  return { id, name: String(found['path']).replace(/^.*\//s, '').replace(/\.md$/, '') }
}
