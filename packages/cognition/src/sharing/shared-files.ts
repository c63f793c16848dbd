import { join } from 'node:path'
import { type SpacePaths, foldedName, inTurns, replaceFile, sha256, withLock } from '@datacortex/platform'
import { cognitionError } from '../errors.ts'
import { type Knowledge, parseKnowledge, readKnowledge, sectionLines } from '../knowledge/knowledge-file.ts'
import { topicName } from '../knowledge/topics.ts'
import { mindsFolder, namesOfMind, topicsIn } from '../mind.ts'
import { sharedFolder } from './remote.ts'

/** A file that agents share, with the SHA-256 of its text. */
export type SharedFile = Pick<Knowledge, 'title' | 'owner_uid' | 'last_writer_uid' | 'visibility' | 'updated_at'> & {
  readonly topic: string
  readonly etag: string
  readonly text: string
}

/**
 * The files that agents of a space share, for somebody who may read them: no private ones.
 *
 * @param paths - Of the space.
 * @returns By topic; what can't be read, or names no owner, is left out.
 * @example (await sharedFiles(paths)).map(({ topic }) => topic)
 */
export async function sharedFiles(paths: SpacePaths): Promise<readonly SharedFile[]> {
  const folder = join((await mindsFolder(paths)).root, sharedFolder)
  const topics = (await topicsIn(folder)).filter((topic) => topicName(topic) === topic)
  const read = await inTurns(topics, { atOnce: 32 }, async (topic) => await readShared(folder, topic))
  return read.filter((one) => one !== undefined).filter(({ visibility }) => visibility !== 'private')
}

/**
 * Writes a file that agents share, under the lock of all minds.
 *
 * @param paths - Of the space.
 * @param asked - `writer`: the uid of who writes; `etag`: hash of the text that it was made of, absent for a new file.
 * @returns What is there now, and whether it is new.
 * @throws `COGNITION_CALLER_UNKNOWN`, `COGNITION_KNOWLEDGE_CHANGED` if something else is there, `COGNITION_NOT_THE_OWNER`, `COGNITION_TOPIC_INVALID`,
 *   `COGNITION_TOPIC_TWICE`, and `COGNITION_KNOWLEDGE_INVALID` unless owner, last writer, visibility and changelog are right.
 * @example await writeShared(paths, { topic: 'tides', text, writer: 'ci/3f2a91c0', etag: undefined })
 */
export async function writeShared(
  paths: SpacePaths,
  asked: Pick<SharedFile, 'topic' | 'text'> & Readonly<Record<'writer' | 'etag', string | undefined>>,
): Promise<{ readonly file: SharedFile; readonly created: boolean }> {
  const { topic, text, writer, etag } = asked
  const { root, place } = await mindsFolder(paths)
  const folder = join(root, sharedFolder)
  const path = `${place}/${sharedFolder}/${topic}.md`
  if (topic === '' || topicName(topic) !== topic) throw cognitionError('COGNITION_TOPIC_INVALID', { topic })
  if (writer === undefined) throw cognitionError('COGNITION_CALLER_UNKNOWN', {})
  return await withLock(join(paths.locksDirectory, 'minds'), async () => {
    const name = `${topic}.md`
    const same = (await namesOfMind(folder)).filter((one) => foldedName(one) === foldedName(name))
    if (same.some((one) => one !== name))
      throw cognitionError('COGNITION_TOPIC_TWICE', { topic, paths: [...new Set([...same, name])] })
    const before = same.length === 0 ? undefined : await readShared(folder, topic)
    const isHidden = same.length > 0 && (before === undefined || before.visibility === 'private')
    if (isHidden || (before?.visibility === 'shared' && before.owner_uid !== writer))
      throw cognitionError('COGNITION_NOT_THE_OWNER', { topic })
    if (before?.etag !== etag) throw cognitionError('COGNITION_KNOWLEDGE_CHANGED', { path })
    const parsed = await parseKnowledge(text, { name: topic, owner: writer })
    const issues = parsed.ok ? issuesOf(parsed.knowledge, { before, writer }) : parsed.issues
    if (!parsed.ok || issues.length > 0) throw cognitionError('COGNITION_KNOWLEDGE_INVALID', { path, issues })
    if (!(await replaceFile(join(folder, name), text, { expected: etag ?? 'absent', below: paths.root })))
      throw cognitionError('COGNITION_KNOWLEDGE_CHANGED', { path })
    return { file: sharedFile(parsed.knowledge, { topic, text, bytes: text }), created: before === undefined }
  })
}

function issuesOf(
  now: Knowledge,
  { before, writer }: { readonly before: SharedFile | undefined; readonly writer: string },
): readonly string[] {
  const [old = [], added = []] = [before?.text ?? '', now.body].map((text) =>
    sectionLines(text, 'Changelog').filter((line) => line.startsWith('- ')),
  )
  const isKept = old.every((line, at) => added[at] === line)
  const owner = before?.owner_uid ?? writer
  return [
    ...(now.owner_uid === owner ? [] : [`owner_uid is not ${JSON.stringify(owner)}`]),
    ...(now.last_writer_uid === writer ? [] : [`last_writer_uid is not ${JSON.stringify(writer)}`]),
    ...(now.visibility === 'private' ? ['it is private'] : []),
    ...(before !== undefined && owner !== writer && now.visibility !== before.visibility
      ? ['only its owner makes it another visibility']
      : []),
    ...(isKept && added.length > old.length ? [] : ['its Changelog says nothing new, or not all that it said before']),
  ]
}

/** Undefined for what can't be read, or names no owner. */
async function readShared(folder: string, topic: string): Promise<SharedFile | undefined> {
  const read = await readKnowledge(join(folder, `${topic}.md`), { name: topic, owner: '' })
  return read.ok && !read.isOwnerAssumed ? sharedFile(read.knowledge, { ...read, topic }) : undefined
}

function sharedFile(
  { title, owner_uid, last_writer_uid, visibility, updated_at }: Knowledge,
  { topic, text, bytes }: { readonly topic: string; readonly text: string; readonly bytes: string | Uint8Array },
): SharedFile {
  return { topic, title, owner_uid, last_writer_uid, visibility, updated_at, etag: sha256(bytes), text }
}
