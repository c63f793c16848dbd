import { basename } from 'node:path/posix'
import type { StatedSentence } from '@datacortex/knowledge-extractor/text'
import { type Finding, ifCoded, infoFinding } from '@datacortex/errors'
import { oneLine } from '@datacortex/text'
import { contradictedBy } from '../knowledge/contradictions.ts'
import { type KeyPoint, keyPointId, keyPointsOf, pointWords, withoutCategory } from '../knowledge/key-points.ts'
import { type Knowledge, readKnowledge } from '../knowledge/knowledge-file.ts'
import { type Candidate, type Topic, namedTopic, tellingWords, topicFile, topicOf } from '../knowledge/topics.ts'
import type { LogPart } from '../logs/log-parts.ts'
import type { MemoryIndex } from '../memory/open-memory.ts'
import { takeInOwn } from '../memory/sync-memory.ts'
import type { Mind } from '../mind.ts'
import { withoutPrivate } from '../logs/read-entries.ts'
import { ownPoints } from '../memory/own-points.ts'
import { fittingFiles, plannedChange, saveChange } from '../remember.ts'
import type { ReadEntry } from './log-entries.ts'
import type { EntryPoint } from './points-of.ts'

export type KeptPoint = EntryPoint & {
  readonly id: string
  /** Of its knowledge file, relative to the space. */
  readonly path: string
  readonly created: boolean
  /** The log entry that it stands in. */
  readonly source: string
  /** Ids of older key points that it does not fit with. */
  readonly contradicts: readonly string[]
}

type Place = { readonly memory: MemoryIndex; readonly part: LogPart; readonly now: Date; readonly dryRun: boolean }

/**
 * Keeps the points of entries of one log, none of them twice. The caller holds the lock. `written`: files that were written, relative
 * to the space.
 */
export function pointKeeper(mind: Mind, { memory, part, now, dryRun }: Place) {
  const known = knownPoints(memory, mind)
  const read = new Map<string, StatedSentence>()
  const written = new Set<string>()

  const write = async (topic: Topic, asked: Parameters<typeof plannedChange>[2]) => {
    const plan = async () => await plannedChange(mind, topic, asked)
    const change = await plan()
    if (!change.merged && !dryRun) {
      await saveChange(mind, change, plan)
      const path = change.path.slice(mind.place.length + 1)
      await takeInOwn(memory, mind, { path, file: change.file, name: topic.name, isShared: false })
      written.add(change.path)
    }
    return change
  }

  /** Undefined if it is known. */
  const keep = async (entry: ReadEntry, point: EntryPoint): Promise<KeptPoint | undefined> => {
    const text = oneLine(point.text)
    if (known.has(entry.hash, text)) return undefined
    const files = fittingFiles(memory, mind, { text, addsTo: 'private' })
    const topic = await takingTopic(mind, text, files)
    const older = contradictedBy(text, { points: ownPoints(memory, mind, text), read })
    const contradicts = older.map(({ id }) => id)
    const source = `logs/${part.name}#${entry.hash}`
    const reflected = { source, day: part.date, category: point.isQuoted ? 'quoted' : point.kind }
    const { id, path, created, merged } = await write(topic, { text, now, contradicts, reflected })
    known.add({ id, text, topic: topic.name, hash: entry.hash, holds: true })
    return merged ? undefined : { ...point, text, id, path, created, source, contradicts }
  }

  /** What `remember` was killed before it kept: the log says where it belongs. */
  const restore = async ({ text, recorded }: ReadEntry): Promise<readonly Finding[]> => {
    if (recorded === undefined || known.mentioned.has(recorded.id)) return []
    const open = oneLine(withoutPrivate(text))
    const topic = await namedTopic(mind, recorded.topic, 'private').catch(ifCoded(undefined, 'COGNITION_TOPIC_TWICE'))
    if (topic === undefined || keyPointId(topic.name, open) !== recorded.id) return []
    if (!topic.isNew && (await ownKnowledge(mind, topic.name)) === undefined) return []
    const { path } = await write(topic, { text: open, now, contradicts: [] })
    const message = `${path} has what the log says was remembered, and was not: ^${recorded.id}.`
    return [infoFinding('COGNITION_POINT_RESTORED', path, { message })]
  }

  return { restore, keep, written }
}

type KnownPoint = Pick<KeyPoint, 'id' | 'text' | 'holds'> & {
  readonly topic: string
  /** Of the entry that it comes from. */
  readonly hash: string | undefined
}

/** What the agent knows: by the entry that it comes from, whatever somebody made of its words since, or by its words. */
function knownPoints(database: MemoryIndex, mind: Mind) {
  const rows = database.prepare('SELECT path, content FROM knowledge_files WHERE owner_uid = ?').all(mind.identity.uid)
  const ofEntry = new Map<string, KnownPoint[]>()
  const words = new Set<string>()
  const mentioned = new Set<string>()
  const add = (point: KnownPoint): void => {
    const { hash, text, holds } = point
    if (hash !== undefined) ofEntry.set(hash, [...(ofEntry.get(hash) ?? []), point])
    if (holds) words.add(pointWords(text))
  }
  for (const { path, content } of rows) {
    const topic = basename(String(path), '.md')
    for (const [, id = ''] of String(content).matchAll(/\^(kp-\w+)/g)) mentioned.add(id)
    for (const { id, text, source, holds } of keyPointsOf(String(content)))
      add({ id, text: withoutCategory(text), topic, hash: source?.split('#')[1], holds })
  }
  const has = (hash: string, text: string): boolean =>
    words.has(pointWords(text)) ||
    (ofEntry.get(hash) ?? []).some(
      (one) => pointWords(one.text) === pointWords(text) || one.id === keyPointId(one.topic, text),
    )
  return { mentioned, add, has }
}

/**
 * The topic of a point of a log. Logs are private and nobody has confirmed what is found in them: it goes into private files
 * alone, and into none that is pinned to each context.
 */
async function takingTopic(mind: Mind, text: string, files: readonly Candidate[]): Promise<Topic> {
  const candidates: Candidate[] = []
  for (const file of files) if (await takesPoints(mind, file.name)) candidates.push(file)
  for (let number = 1; ; number += 1) {
    const found =
      number === 1
        ? topicOf(text, { candidates, likeness: undefined, mind, visibility: 'private' })
        : namedTopic(mind, `${number} ${tellingWords(text).slice(0, 5).join(' ')}`, 'private')
    const topic = await found.catch(ifCoded(undefined, 'COGNITION_TOPIC_TWICE'))
    if (topic?.isNew === true || (topic !== undefined && (await takesPoints(mind, topic.name)))) return topic
  }
}

async function takesPoints(mind: Mind, name: string): Promise<boolean> {
  const own = await ownKnowledge(mind, name)
  return own?.visibility === 'private' && own.pin.length === 0
}

/** Undefined for a file that can't be read, or belongs to somebody else. */
async function ownKnowledge(mind: Mind, name: string): Promise<Knowledge | undefined> {
  const owner = mind.identity.uid
  const read = await readKnowledge(topicFile(mind, { name, isShared: false }).file, { name, owner })
  return read.ok && read.knowledge.owner_uid === owner ? read.knowledge : undefined
}
