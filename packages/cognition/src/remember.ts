import { CodedError, type Finding } from '@datacortex/errors'
import { readTextFile, replaceFile, sha256, withLock } from '@datacortex/platform'
import { oneLine } from '@datacortex/text'
import { cognitionError } from './errors.ts'
import { newKnowledgeText, withPoint, withSuperseded } from './knowledge/add-point.ts'
import { keyPointId, keyPointLine, keyPointsOf } from './knowledge/key-points.ts'
import { type Visibility, parseKnowledge } from './knowledge/knowledge-file.ts'
import {
  type Candidate,
  type Likeness,
  type Topic,
  namedTopic,
  tellingWords,
  topicFile,
  topicOf,
} from './knowledge/topics.ts'
import { appendEntry, localTime } from './logs/append-entry.ts'
import { openMemory, type MemoryIndex } from './memory/open-memory.ts'
import { searchMemory } from './memory/recall.ts'
import { syncMemory } from './memory/sync-memory.ts'
import type { Mind } from './mind.ts'

/** What is kept, and where. */
export type RememberOptions = {
  /** One thing; what stands between `<private>` and `</private>` never leaves the log. */
  readonly text: string
  /** Decides which file it goes to. */
  readonly topic?: string | undefined
  readonly tags?: readonly string[] | undefined
  /** Of a new file; `private` if absent. */
  readonly visibility?: Visibility | undefined
  /** Id of the key point that it replaces. */
  readonly supersedes?: string | undefined
  /** Whether it replaces every key point that it contradicts. */
  readonly supersede?: boolean | undefined
  /** Whether it goes into the log only, for `reflect` to find what is worth keeping. */
  readonly logOnly?: boolean | undefined
  readonly likeness?: Likeness | undefined
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
  /** Older key points of the agent that it does not fit with. */
  readonly contradicts: readonly ContradictedPoint[]
  readonly findings: readonly Finding[]
}

/** An older key point that a newer one contradicts. */
export type ContradictedPoint = { readonly id: string; readonly text: string; readonly path: string }

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
  const { text, supersedes, supersede = false, logOnly = false, now = new Date(), dryRun = false } = options
  using memory = await openMemory(mind)
  const { findings } = await syncMemory(memory, mind)
  const open = logOnly ? '' : withoutPrivate(text)
  const named = supersedes === undefined ? [] : [pointOf(memory, { id: supersedes, mind })]
  const topic = open === '' ? undefined : await chosenTopic(mind, { ...options, text: open, memory })
  const contrary = topic === undefined ? [] : await contraryTo(open, ownPoints(memory, mind, open))
  const plan = async (chosen: Topic): Promise<Change> =>
    await plannedChange(mind, chosen, { ...options, text: open, now, contradicts: contrary.map(({ id }) => id) })
  const change = topic === undefined ? undefined : await plan(topic)
  const recorded = change === undefined ? undefined : `${change.path} ^${change.id}`
  const contradicts = contrary
    .filter(({ id }) => id !== change?.id)
    .map(({ id, text: said, name }) => ({ id, text: said, path: topicFile(mind, name).path }))
  if (dryRun) {
    const log = `${mind.place}/${mind.agent}/logs/${localTime(now).date}.md`
    return { ...answerOf(change, log), contradicts, findings }
  }
  const entry = await appendEntry(mind, { text, recorded, now })
  const written: string[] = []
  if (topic !== undefined && change?.merged === false) {
    await saveChange(mind, change, async () => await plan(topic))
    written.push(change.path)
  }
  const replaced = new Map([...named, ...(supersede ? contrary : [])].map((one) => [one.id, one.name]))
  for (const [id, name] of replaced) {
    if (change === undefined || id === change.id) continue
    const file = topicFile(mind, name)
    const before = await textOf(file)
    const after = withSuperseded(before ?? '', { id, by: change.id, day: localTime(now).date })
    await save(mind, { ...file, before, after })
    written.push(file.path)
  }
  const own = written.map((path) => path.slice(mind.place.length + 1))
  const after = await syncMemory(memory, mind, { written: own })
  return { ...answerOf(change, entry.path), contradicts, findings: [...after.findings, ...entry.findings] }
}

/** A key point that holds, and the name of its topic. */
export type OwnPoint = { readonly id: string; readonly text: string; readonly name: string }

/** Key points of the agent that hold, in files that have words of a text. */
function ownPoints(memory: MemoryIndex, mind: Mind, text: string): readonly OwnPoint[] {
  return ownFiles(memory, mind, text).flatMap(pointsOfFile)
}

/** Key points that hold. */
export function pointsOfFile({ name, body }: Candidate): readonly OwnPoint[] {
  return keyPointsOf(body).flatMap(({ id, text, holds }) => (holds && id !== undefined ? [{ id, text, name }] : []))
}

/** Loaded where there is something to compare: `recall` has no need of it. */
async function contraryTo(text: string, points: readonly OwnPoint[]): Promise<readonly OwnPoint[]> {
  if (points.length === 0) return []
  const { contradictedBy } = await import('./knowledge/contradictions.ts')
  return contradictedBy(text, { points })
}

/** What is written of a key point, or what is there already. */
export type Change = {
  readonly id: string
  readonly topic: string
  readonly file: string
  readonly path: string
  readonly created: boolean
  readonly merged: boolean
  readonly before: string | undefined
  readonly text: string
}

function answerOf(change: Change | undefined, log: string): Omit<RememberedPoint, 'contradicts' | 'findings'> {
  if (change === undefined) return { id: null, path: log, topic: null, log, created: false, merged: false }
  const { id, path, topic, created, merged } = change
  return { id, path, topic, log, created, merged }
}

type Planned = Pick<RememberOptions, 'text' | 'tags' | 'visibility'> & {
  readonly now: Date
  readonly contradicts: readonly string[]
  /** The log entry that it is taken from, the day of that, and what the key point is called. */
  readonly reflected?: { readonly source: string; readonly day: string; readonly category: string } | undefined
}

/** A topic with one key point more. Throws `COGNITION_KNOWLEDGE_INVALID`. */
export async function plannedChange(mind: Mind, topic: Topic, asked: Planned): Promise<Change> {
  const { tags = [], visibility = 'private', now, contradicts, reflected } = asked
  const { file, path } = topicFile(mind, topic.name)
  const text = oneLine(asked.text)
  const id = keyPointId(topic.name, text)
  const { date: day } = localTime(now)
  const before = await textOf({ file })
  const { uid, name } = mind.identity
  const source = reflected?.source ?? `logs/${day}.md`
  const said = reflected === undefined ? text : `[${reflected.category}] ${text}`
  const point = keyPointLine({ id, text: said, day: reflected?.day ?? day, source })
  const facts = { point, writer: uid, at: now.toISOString(), reflected: reflected?.source }
  const others = contradicts.filter((one) => one !== id).map((one) => `^${one}`)
  const against = others.length === 0 ? '' : `, which contradicts ${others.join(', ')}`
  const place = { id, topic: topic.name, file, path }
  if (before === undefined) {
    const change = `- ${day}: Created by ${name} with ^${id}${against}`
    const after = newKnowledgeText(
      { title: topic.title, tags, summary: text, owner: uid, visibility },
      { ...facts, change },
    )
    return { ...place, created: true, merged: false, before, text: after }
  }
  const parsed = await parseKnowledge(before, { name: topic.name, owner: uid })
  const issues = parsed.ok ? (parsed.knowledge.owner_uid === uid ? [] : ['it belongs to another agent']) : parsed.issues
  if (!parsed.ok || issues.length > 0) throw cognitionError('COGNITION_KNOWLEDGE_INVALID', { path, issues })
  const merged = keyPointsOf(parsed.knowledge.body).some((one) => one.id === id && one.holds)
  const after = withPoint(before, { ...facts, owner: uid, change: `- ${day}: ${name} added ^${id}${against}` })
  return { ...place, created: false, merged, before, text: after }
}

/** Whatever somebody saved meanwhile, such as in an editor, is what the key point is added to. */
export async function saveChange(mind: Mind, first: Change, again: () => Promise<Change>): Promise<void> {
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

async function textOf({ file }: { readonly file: string }): Promise<string | undefined> {
  const read = await readTextFile(file)
  if (read.ok) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(read.bytes)
  if (read.code === 'ENOENT') return undefined
  throw cognitionError('COGNITION_KNOWLEDGE_INVALID', { path: file, issues: [read.reason] })
}

async function chosenTopic(
  mind: Mind,
  { text, topic, likeness, memory }: RememberOptions & { readonly memory: MemoryIndex },
): Promise<Topic> {
  if (topic !== undefined) return await namedTopic(mind, topic)
  return await topicOf(text, { candidates: ownFiles(memory, mind, text), likeness, mind })
}

/** Knowledge files of the agent that have words of a text. */
export function ownFiles(
  memory: MemoryIndex,
  mind: Mind,
  text: string,
): readonly (Candidate & { visibility: string })[] {
  const query = tellingWords(text).join(' ')
  const rows = searchMemory(memory, { reader: mind.identity.uid, query, top: 5, isOwnOnly: true })
  return rows.map(({ path, title, summary, content, visibility }) => ({
    name: path.replace(/^.*\//s, '').replace(/\.md$/, ''),
    title,
    summary,
    body: content,
    visibility,
  }))
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

/** One that is never ended is private to the end. */
export function withoutPrivate(text: string): string {
  return text.replaceAll(/<private>[\s\S]*?(?:<\/private>|$)/gi, ' ').trim()
}
