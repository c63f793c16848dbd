import { basename, join } from 'node:path'
import type { Finding } from '@datacortex/errors'
import { replaceFile, sha256, withLock } from '@datacortex/platform'
import { oneLine } from '@datacortex/text'
import { cognitionError } from './errors.ts'
import { withAddition, withChangedPoint, withPoint } from './knowledge/add-point.ts'
import { changedLine, keyPointId, keyPointLine, keyPointsOf, stateText } from './knowledge/key-points.ts'
import { type Knowledge, type Visibility, parseKnowledge } from './knowledge/knowledge-file.ts'
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
import { logPart } from './logs/log-parts.ts'
import { withoutPrivate } from './logs/read-entries.ts'
import { openMemory, type MemoryIndex } from './memory/open-memory.ts'
import { type OwnPoint, ownPoints, pointOf } from './memory/own-points.ts'
import { searchMemory } from './memory/search-memory.ts'
import { syncMemory } from './memory/sync-memory.ts'
import type { MemoryFacts } from './memories/memory.ts'
import { moveOver } from './memories/move-over.ts'
import { topicText } from './memories/read-memories.ts'
import { type Mind, type Writing, usualVisibility } from './mind.ts'
import { pullRemote } from './sharing/pull-remote.ts'
import { remoteTopic } from './sharing/remote.ts'

/** What is kept, and where. */
export type RememberOptions = Writing & {
  /** One thing; what stands between `<private>` and `</private>` never leaves the log. */
  readonly text: string
  /** Decides which file it goes to. */
  readonly topic?: string | undefined
  readonly tags?: readonly string[] | undefined
  /** Of a new file; if absent `private`, and `shared` where nobody has an identity. */
  readonly visibility?: Visibility | undefined
  /** Id of the key point that it replaces. */
  readonly supersedes?: string | undefined
  /** Whether it replaces every key point that it contradicts. */
  readonly supersede?: boolean | undefined
  /** Whether it goes into the log only, for `reflect` to find what is worth keeping. */
  readonly logOnly?: boolean | undefined
  readonly likeness?: Likeness | undefined
  /** What is known of it beside its text. */
  readonly facts?: MemoryFacts | undefined
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
  readonly contradicts: readonly OwnPoint[]
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
  const { text, supersedes, supersede = false, logOnly = false, facts, now = new Date(), dryRun = false } = options
  const moved = dryRun ? [] : await moveOver(mind.paths)
  // Where nothing is written, an index that is forgotten does.
  using memory = await openMemory(dryRun ? { database: ':memory:' } : mind)
  const pulled = await pullRemote(mind)
  const findings = [...moved, ...pulled, ...(await syncMemory(memory, mind)).findings]
  const open = logOnly ? '' : withoutPrivate(text)
  const named = supersedes === undefined ? [] : [pointOf(memory, { id: supersedes, mind })]
  const topic = open === '' ? undefined : await chosenTopic(mind, { ...options, text: open, memory })
  const points = topic === undefined ? [] : ownPoints(memory, mind, open)
  // Loaded where there is something to compare: `recall` has no need of it.
  const { contradictedBy } = points.length === 0 ? {} : await import('./knowledge/contradictions.ts')
  const contrary = contradictedBy?.(open, { points }) ?? []
  const asked = { ...options, text: open, now, contradicts: contrary.map(({ id }) => id) }
  const plan = topic && (async () => await plannedChange(mind, topic, asked))
  const change = await plan?.()
  const answerOf = (log: string): Omit<RememberedPoint, 'findings'> => {
    const { id = null, path = log, created = false, merged = false } = change ?? {}
    const contradicts = contrary.filter((one) => one.id !== id)
    return { id, path, topic: change?.topic ?? null, log, created, merged, contradicts }
  }
  if (dryRun) return { ...answerOf(logPart(mind, { date: localTime(now).date, part: 1 }).path), findings }
  const visibility = mind.hasIdentity ? undefined : 'shared'
  const known = facts && ({ ...facts, at: now.toISOString(), visibility } as const)
  const recorded = change && `${change.path} ^${change.id}`
  const written: string[] = []
  const saveTopic = async (): Promise<void> => {
    if (plan === undefined || change === undefined || change.merged) return
    await saveChange(mind, change, plan)
    written.push(change.path)
  }
  const isRemote = change !== undefined && remoteTopic(mind, change.path) !== undefined
  // An address may be out of reach, and a log never says that something stands where it doesn't.
  if (isRemote) await saveTopic()
  const entry = await appendEntry(mind, { text, facts: { recorded, ...known }, at: now })
  if (!isRemote) await saveTopic()
  const answer = answerOf(entry.path)
  const replaced = new Map([...named, ...(supersede ? answer.contradicts : [])].map(({ id, path }) => [id, path]))
  for (const [id, path] of replaced) {
    if (change === undefined || id === change.id) continue
    const end = async (): Promise<Saved> => await endedPoint(mind, path, { id, by: change.id, now })
    await saveChange(mind, await end(), end)
    written.push(path)
  }
  if (written.some((path) => remoteTopic(mind, path) !== undefined)) await pullRemote(mind)
  const after = await syncMemory(memory, mind, { written })
  return { ...answer, findings: [...moved, ...after.findings, ...entry.findings] }
}

type Saved = {
  readonly file: string
  readonly path: string
  readonly before: string | undefined
  readonly text: string
}

/** What is written of a key point, or what is there already. */
export type Change = Saved & {
  readonly id: string
  readonly topic: string
  readonly created: boolean
  readonly merged: boolean
}

type Planned = Pick<RememberOptions, 'text' | 'tags' | 'visibility'> & {
  readonly now: Date
  readonly contradicts: readonly string[]
  /** The log entry that it is taken from, the day of that, and what the key point is called. */
  readonly reflected?: { readonly source: string; readonly day: string; readonly category: string } | undefined
}

/** A topic with one key point more. Throws `COGNITION_KNOWLEDGE_INVALID`, `COGNITION_NOT_THE_OWNER`. */
export async function plannedChange(mind: Mind, topic: Topic, asked: Planned): Promise<Change> {
  const { tags = [], visibility = usualVisibility(mind), now, contradicts, reflected } = asked
  const { file, path } = topicFile(mind, topic)
  const text = oneLine(asked.text)
  const id = keyPointId(topic.name, text)
  const { date: today } = localTime(now)
  const before = await textOf(mind, { file, path })
  const { owner_uid: owner, body } =
    before === undefined ? { owner_uid: undefined, body: '' } : await writable(before, { mind, topic, path })
  const { uid, name } = mind.identity
  const { source = `logs/${today}.md`, day = today, category } = reflected ?? {}
  const said = category === undefined ? text : `[${category}] ${text}`
  const others = contradicts.filter((one) => one !== id).map((one) => `^${one}`)
  const against = others.length === 0 ? '' : `, which contradicts ${others.join(', ')}`
  const added = before === undefined ? `Created by ${name} with` : `${name} added`
  const addition = {
    point: keyPointLine({ id, text: said, day, source }),
    change: `- ${today}: ${added} ^${id}${against}`,
    writer: uid,
    at: now.toISOString(),
    reflected: reflected?.source,
    owner,
  }
  return {
    id,
    topic: topic.name,
    file,
    path,
    created: before === undefined,
    merged: keyPointsOf(body).some((one) => one.id === id && one.holds),
    before,
    text: withAddition(before, { title: topic.title, tags, summary: text, owner_uid: uid, visibility }, addition),
  }
}

/** A file of this agent, or one that all may write. */
async function writable(
  text: string,
  { mind, topic, path }: { readonly mind: Mind; readonly topic: Topic; readonly path: string },
): Promise<Knowledge> {
  const { uid } = mind.identity
  const refused = (issues: readonly string[]) => cognitionError('COGNITION_KNOWLEDGE_INVALID', { path, issues })
  const parsed = await parseKnowledge(text, {
    name: topic.name,
    owner: uid,
    agent: topic.isShared ? undefined : mind.agent,
  })
  if (!parsed.ok) throw refused(parsed.issues)
  if (topic.isShared && parsed.isOwnerAssumed) throw refused(['it names no owner'])
  const { owner_uid: owner, visibility, read_only: isReadOnly } = parsed.knowledge
  if (isReadOnly) throw cognitionError('COGNITION_READ_ONLY', { path })
  if (owner === uid || (topic.isShared && visibility === 'public')) return parsed.knowledge
  if (topic.isShared) throw cognitionError('COGNITION_NOT_THE_OWNER', { topic: topic.name })
  throw refused(['it belongs to another agent'])
}

/** Whatever somebody saved meanwhile, such as in an editor, is what the key point is added to. */
export async function saveChange(mind: Mind, first: Saved, again: () => Promise<Saved>): Promise<void> {
  let change = first
  for (let left = 5; !(await isSaved(mind, change)); left -= 1) {
    if (left === 0) throw cognitionError('COGNITION_KNOWLEDGE_CHANGED', { path: change.path })
    change = await again()
  }
}

async function isSaved(mind: Mind, { file, path, before, text }: Saved): Promise<boolean> {
  const etag = before === undefined ? undefined : sha256(before)
  const topic = remoteTopic(mind, path)
  if (topic !== undefined) return (await mind.remote?.write(topic, text, etag)) === true
  return await replaceFile(file, text, { expected: etag ?? 'absent', below: mind.paths.root })
}

/** The file of a key point that another one replaced, which writes that too into its changelog. */
async function endedPoint(
  mind: Mind,
  path: string,
  { id, by, now }: { readonly id: string; readonly by: string; readonly now: Date },
): Promise<Saved> {
  const file = join(mind.paths.root, path)
  const before = (await textOf(mind, { file, path })) ?? ''
  const { date: today } = localTime(now)
  const { uid: writer, name } = mind.identity
  const state = stateText({ status: 'superseded', expired_at: today, superseded_by: by })
  const ended = withChangedPoint(before, { id, topic: '' }, (point) =>
    changedLine(point, { id, today, state: point.holds ? state : point.state }),
  )
  const change = `- ${today}: ${name} replaced ^${id} by ^${by}`
  return { file, path, before, text: withPoint(ended, { change, writer, at: now.toISOString() }) }
}

async function textOf(mind: Mind, { file, path }: Pick<Saved, 'file' | 'path'>): Promise<string | undefined> {
  const topic = remoteTopic(mind, path)
  return topic === undefined ? await topicText(file) : await mind.remote?.read(topic)
}

async function chosenTopic(
  mind: Mind,
  { text, topic, likeness, memory, visibility }: RememberOptions & { readonly memory: MemoryIndex },
): Promise<Topic> {
  // Without an identity all of it lies in its own folder, and is shared there.
  const place = mind.hasIdentity ? visibility : 'private'
  if (topic !== undefined) return await namedTopic(mind, topic, place)
  // Nothing gets to others because its words are those of a file that others read.
  const candidates = fittingFiles(memory, mind, { text, addsTo: visibility ?? usualVisibility(mind) })
  return await topicOf(text, { candidates, likeness, mind, visibility: place })
}

/** Files that have words of a text and that the agent may add to. */
export function fittingFiles(
  memory: MemoryIndex,
  mind: Mind,
  { text, addsTo }: { readonly text: string; readonly addsTo: Visibility },
): readonly Candidate[] {
  const query = tellingWords(text).join(' ')
  const rows = searchMemory(memory, { reader: mind.identity.uid, query, top: 5, addsTo })
  return rows.map((row) => ({ ...row, name: basename(row.path, '.md') }))
}
