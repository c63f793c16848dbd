import { stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { type Finding, findingOf, infoFinding, warningFinding } from '@datacortex/errors'
import { foldedName, ifMissing, inTurns, jsonOf, sha256 } from '@datacortex/platform'
import { cognitionError } from '../errors.ts'
import { keyPointsOf, readState } from '../knowledge/key-points.ts'
import { type Knowledge, readKnowledge } from '../knowledge/knowledge-file.ts'
import { topicName } from '../knowledge/topics.ts'
import { type Mind, openFolders, topicsIn } from '../mind.ts'
import { remoteFolder, sharedFolder } from '../sharing/remote.ts'
import { logRows, putLogs } from './log-rows.ts'
import { type MemoryIndex, inTransaction, withoutTriggers } from './open-memory.ts'

type SyncedMemory = {
  /** How many files the agent may read. */
  readonly files: number
  readonly findings: readonly Finding[]
  /** Those of them that are so until somebody does something. */
  readonly lasting: readonly Finding[]
}

type KnowledgeFile = {
  /** Relative to the folder of all minds. */
  readonly path: string
  readonly file: string
  readonly name: string
  readonly isShared: boolean
}

type TakenFile = {
  /** Undefined if it is left out. */
  readonly knowledge?: Knowledge | undefined
  readonly hash?: string | undefined
  /** What is wrong with it. */
  readonly finding?: Finding | undefined
}

type ReadFile = KnowledgeFile & TakenFile & { readonly key: string; readonly stamp: string }

/**
 * Brings the index of a mind in step with the files: its own, and those of the shared folder that it may read. Folders of
 * other agents are never looked into.
 * `written`: paths relative to the space that the caller changed just now, of which nothing is reported.
 */
export async function syncMemory(
  database: MemoryIndex,
  mind: Mind,
  { written = [] }: { readonly written?: readonly string[] } = {},
): Promise<SyncedMemory> {
  const rows = database.prepare('SELECT place, stamp FROM seen_files').all()
  const seen = new Map(rows.map(({ place, stamp }) => [String(place), stamp]))
  const files = await knowledgeFiles(mind)
  const keys = new Set<string>()
  const paths = new Set<string>()
  const read = await inTurns(files, { atOnce: 32 }, async (file): Promise<ReadFile | undefined> => {
    const stamp = await stampOf(file.file)
    if (stamp === undefined) return undefined
    // A file of somebody else that lies in the wrong folder is known by a hash only.
    const key = file.isShared ? sha256(file.path) : file.path
    keys.add(key)
    paths.add(file.path)
    return seen.get(key) === stamp ? undefined : { key, ...file, stamp, ...(await examine(file, mind)) }
  })
  const logs = await logRows(mind)
  const drift: Finding[] = []
  inTransaction(database, () => {
    const changed = read.filter((one) => one !== undefined)
    const takeAll = (): void => {
      for (const one of changed) drift.push(...takeIn(database, one, written.includes(`${mind.place}/${one.path}`)))
    }
    if (changed.length > 50 && changed.length * 4 > files.length) withoutTriggers(database, takeAll)
    else takeAll()
    const keep = (table: string, column: string, kept: ReadonlySet<string>) =>
      database
        .prepare(`DELETE FROM ${table} WHERE ${column} NOT IN (SELECT value FROM json_each(?))`)
        .run(JSON.stringify([...kept]))
    keep('seen_files', 'place', keys)
    keep('knowledge_files', 'path', paths)
    if (changed.length > 0 || keys.size < seen.size)
      database.exec('DELETE FROM knowledge_embeddings WHERE chunk_text NOT IN (SELECT text FROM key_points)')
    putLogs(database, logs)
  })
  const found = database
    .prepare('SELECT finding FROM seen_files WHERE finding IS NOT NULL GROUP BY finding ORDER BY min(place)')
    .all()
    .map(({ finding }) => jsonOf(String(finding)) as Finding)
  const count = database.prepare('SELECT count(*) AS files FROM knowledge_files').get()
  const lasting = [...found, ...twice(database, files, mind)]
  return { files: Number(count?.['files']), findings: [...lasting, ...drift], lasting }
}

/** Takes in one file of the agent that was written just now. */
export async function takeInOwn(database: MemoryIndex, mind: Mind, file: KnowledgeFile): Promise<void> {
  const stamp = (await stampOf(file.file)) ?? ''
  const taken = await examine(file, mind)
  inTransaction(database, () => takeIn(database, { key: file.path, ...file, stamp, ...taken }, true))
}

async function knowledgeFiles(mind: Mind): Promise<readonly KnowledgeFile[]> {
  const remote = mind.remote === undefined ? [] : [mind.copies]
  // Without an identity nothing is private.
  const folders = [mind.knowledge, mind.shared, ...(await openFolders(mind)), ...remote]
  const found = await inTurns(folders, { atOnce: 32 }, async (folder) => {
    const place = folder === mind.copies ? remoteFolder : relative(mind.root, folder).replaceAll(sep, '/')
    const isShared = folder !== mind.knowledge
    const names = await topicsIn(folder)
    return names.map((name) => ({ path: `${place}/${name}.md`, file: join(folder, `${name}.md`), name, isShared }))
  })
  return found.flat()
}

/** Topics of this agent that other disks would take for one, or that two files have, as after a merge. */
function twice(database: MemoryIndex, files: readonly KnowledgeFile[], { place, identity: { uid } }: Mind) {
  const rows = database.prepare('SELECT path, title FROM knowledge_files WHERE owner_uid = ?').all(uid)
  const titles = new Map(rows.map(({ path, title }) => [String(path), String(title)]))
  const nameOf = ({ name, path }: KnowledgeFile): string =>
    `${dirname(path)}/${foldedName(`${topicName(titles.get(path) ?? name)}.md`)}`
  const mine = files.filter((one) => !one.isShared || titles.has(one.path))
  const own = files.filter(({ isShared }) => !isShared)
  const same = [...Map.groupBy(mine, nameOf).values(), ...Map.groupBy(own, ({ name }) => foldedName(name)).values()]
  const found = same
    .filter((some) => some.length > 1)
    .map((some) => ({ topic: some[0]?.name ?? '', paths: some.map(({ path }) => `${place}/${path}`) }))
  return [...new Map(found.map((one) => [one.paths.join(), one])).values()].map((one) =>
    findingOf(cognitionError('COGNITION_TOPIC_TWICE', one), one.paths[0] ?? ''),
  )
}

async function stampOf(file: string): Promise<string | undefined> {
  const found = await stat(file, { bigint: true }).catch(ifMissing(undefined))
  return found?.isFile() === true ? `${found.mtimeNs}:${found.ctimeNs}:${found.size}:${found.ino}` : undefined
}

/** What of a file is taken in, and what is wrong with it. */
async function examine({ file, path, name, isShared }: KnowledgeFile, mind: Mind): Promise<TakenFile> {
  const { uid } = mind.identity
  const place = `${mind.place}/${path}`
  const read = await readKnowledge(file, { name, owner: uid, agent: isShared ? undefined : mind.agent })
  if (isShared && (!read.ok || read.isOwnerAssumed)) return { finding: unreadable(mind) }
  if (!read.ok) {
    const error = cognitionError('COGNITION_KNOWLEDGE_INVALID', { path: place, issues: read.issues })
    return { finding: { ...findingOf(error, place), message: `${error.message} It is left out.` } }
  }
  const { owner_uid: owner, visibility } = read.knowledge
  const isTaken = owner === uid || (isShared && visibility !== 'private')
  const taken = isTaken ? { knowledge: read.knowledge, hash: sha256(read.bytes) } : {}
  // What others have in the shared folder is theirs to hear of.
  if (isShared && owner !== uid) return taken
  const wrong = misplaced(mind, { ...read, isShared })
  if (wrong === undefined) return taken
  const [code, message, hint] = wrong
  return { ...taken, finding: warningFinding(code, place, { message: `${place} ${message}`, hint }) }
}

/** Code, message and hint of what is wrong with a file of this agent, or one that lies in its folder. */
function misplaced(
  { place, agent, identity: { uid, name }, hasIdentity }: Mind,
  of: { readonly knowledge: Knowledge; readonly isOwnerAssumed: boolean; readonly isShared: boolean },
): readonly [string, string, string] | undefined {
  const { owner_uid: owner, visibility } = of.knowledge
  if (owner !== uid)
    return [
      'COGNITION_OWNER_ELSEWHERE',
      'belongs to another agent than the one in whose folder it lies, so it is left out.',
      'Move it to the folder of its owner, or correct `owner_uid`.',
    ]
  if (of.isOwnerAssumed)
    return [
      'COGNITION_OWNER_ASSUMED',
      `has no owner, so it is taken as private knowledge of ${name}.`,
      'Give it front matter with `owner_uid` and `visibility`.',
    ]
  if (of.isShared && visibility === 'private')
    return [
      'COGNITION_PRIVATE_IN_SHARED',
      `is private, so ${name} alone recalls it, but anyone who reads that folder reads it.`,
      `Move it to ${place}/${agent}/knowledge, or make its \`visibility\` shared.`,
    ]
  if (of.isShared || visibility === 'private' || !hasIdentity) return undefined
  return [
    'COGNITION_SHARED_ELSEWHERE',
    `is ${visibility}, but lies in the folder of ${name}, where nobody else looks.`,
    `Move it to ${place}/${sharedFolder}, or make its \`visibility\` private.`,
  ]
}

/** Whose it is can't be known, so not even its name is said. */
function unreadable({ place }: Mind): Finding {
  return warningFinding('COGNITION_SHARED_UNREADABLE', `${place}/${sharedFolder}`, {
    message: `A file in ${place}/${sharedFolder} can't be read or names no owner. Nobody recalls it.`,
    hint: 'Give it an `owner_uid` in its front matter, or take it out of that folder.',
  })
}

function takeIn(
  database: MemoryIndex,
  { key, path, isShared, stamp, knowledge, hash = '', finding }: ReadFile,
  isWritten: boolean,
): readonly Finding[] {
  const before = database.prepare('SELECT content_hash FROM knowledge_files WHERE path = ?').get(path)
  const found = finding === undefined ? null : JSON.stringify(finding)
  database.prepare('INSERT OR REPLACE INTO seen_files VALUES (?, ?, ?)').run(key, stamp, found)
  if (knowledge !== undefined && before?.['content_hash'] === hash) return []
  database.prepare('DELETE FROM knowledge_files WHERE path = ?').run(path)
  if (knowledge === undefined) return []
  putKnowledge(database, { path, hash, knowledge })
  // Others write what is shared all the time.
  if (before === undefined || isShared || isWritten) return []
  return [
    infoFinding('COGNITION_FILE_EDITED', path, {
      message: `${path} was changed by somebody else; it is taken in as it is now.`,
      hint: undefined,
    }),
  ]
}

function putKnowledge(
  database: MemoryIndex,
  { path, hash, knowledge }: { readonly path: string; readonly hash: string; readonly knowledge: Knowledge },
): void {
  const { tags, body, pin, read_only: isReadOnly, ...head } = knowledge
  const { last_reflected_from: reflected = null, token_limit: limit = null } = knowledge
  const row = {
    path,
    ...head,
    tags: JSON.stringify(tags),
    content: body,
    last_reflected_from: reflected,
    pin: JSON.stringify(pin),
    token_limit: limit,
    read_only: Number(isReadOnly),
    content_hash: hash,
  }
  const names = Object.keys(row)
  const { id = null } =
    database
      .prepare(
        `INSERT INTO knowledge_files(${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) RETURNING id`,
      )
      .get(...Object.values(row)) ?? {}
  const put = database.prepare(
    'INSERT INTO key_points(file_id, point_id, text, holds, valid_from, valid_until) VALUES (?, ?, ?, ?, ?, ?)',
  )
  for (const { id: pointId = null, text, holds, day = null, state } of keyPointsOf(body)) {
    // What was taken back never held.
    const { status, expired_at: until = null } = readState(state)
    put.run(id, pointId, text, Number(holds), day, status === 'superseded' ? until : null)
  }
}
