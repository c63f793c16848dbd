import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Finding, errorFinding, findingOf, infoFinding, warningFinding } from '@datacortex/errors'
import { foldedName, ifMissing, jsonOf, namesIn, readTextFile, sha256 } from '@datacortex/platform'
import { cognitionError } from '../errors.ts'
import { type Knowledge, parseKnowledge } from '../knowledge/knowledge-file.ts'
import { logParts, readLogState } from '../logs/log-parts.ts'
import { type Mind, readMinds } from '../mind.ts'
import { type MemoryIndex, inTransaction } from './open-memory.ts'

export type SyncedMemory = {
  /** How many files the agent may read. */
  readonly files: number
  readonly findings: readonly Finding[]
}

type KnowledgeFile = {
  /** Relative to the folder of all minds. */
  readonly path: string
  readonly file: string
  readonly name: string
  readonly owner: string
  readonly agent: string
  readonly isOwn: boolean
}

type ReadFile = {
  readonly key: string
  readonly path: string
  readonly stamp: string
  readonly knowledge: Knowledge | undefined
  readonly hash: string
  readonly findings: readonly Finding[]
}

/**
 * Brings the index of a mind in step with the files: its own, and what others share. Private files of others never enter it.
 * `written`: paths that the caller changed just now, of which nothing is reported.
 */
export async function syncMemory(
  { database }: MemoryIndex,
  mind: Mind,
  { written = [] }: { readonly written?: readonly string[] } = {},
): Promise<SyncedMemory> {
  const seen = new Map(
    database
      .prepare('SELECT place, stamp FROM seen_files')
      .all()
      .map((row) => [String(row['place']), String(row['stamp'])]),
  )
  const files = await knowledgeFiles(mind)
  const changed: ReadFile[] = []
  const keys = new Set<string>()
  for (const file of files) {
    const stamp = await stampOf(file.file)
    if (stamp === undefined) continue
    // What others have is known by a hash only.
    const key = file.isOwn ? file.path : sha256(file.path)
    keys.add(key)
    if (seen.get(key) !== stamp) changed.push({ key, path: file.path, stamp, ...(await readKnowledge(file, mind)) })
  }
  const logs = await logRows(mind)
  const drift: Finding[] = []
  inTransaction(database, () => {
    for (const one of changed) drift.push(...takeIn(database, one, written))
    const known = database
      .prepare('SELECT place FROM seen_files')
      .all()
      .map((row) => String(row['place']))
    for (const key of known.filter((place) => !keys.has(place)))
      database.prepare('DELETE FROM seen_files WHERE place = ?').run(key)
    for (const { path } of database.prepare('SELECT path FROM knowledge_files').all())
      if (!keys.has(String(path)) && !keys.has(sha256(String(path))))
        database.prepare('DELETE FROM knowledge_files WHERE path = ?').run(String(path))
    putLogs(database, logs)
  })
  const kept = database.prepare('SELECT findings FROM seen_files ORDER BY place').all()
  const lasting = kept.flatMap((row) => jsonOf(String(row['findings'])) as readonly Finding[])
  const count = database.prepare('SELECT count(*) AS files FROM knowledge_files').get()
  return { files: Number(count?.['files']), findings: [...lasting, ...twice(files, mind), ...drift] }
}

async function knowledgeFiles(mind: Mind): Promise<readonly KnowledgeFile[]> {
  const { minds } = await readMinds(mind.paths)
  const found = await Promise.all(
    minds.map(async ({ agent, knowledge, identity }) => {
      const names = (await namesIn(knowledge)).filter((name) => name.endsWith('.md') && !name.startsWith('.'))
      return names.map((name) => ({
        path: `${agent}/knowledge/${name}`,
        file: join(knowledge, name),
        name: name.slice(0, -3),
        owner: identity.uid,
        agent,
        isOwn: agent === mind.agent,
      }))
    }),
  )
  return found.flat()
}

/** Topics of this agent that other disks would take for one. */
function twice(files: readonly KnowledgeFile[], { place }: Mind): readonly Finding[] {
  const own = Object.groupBy(
    files.filter(({ isOwn }) => isOwn),
    ({ name }) => foldedName(name),
  )
  return Object.values(own).flatMap((same = []) => {
    const paths = same.map(({ path }) => `${place}/${path}`)
    return paths.length < 2
      ? []
      : [findingOf(cognitionError('COGNITION_TOPIC_TWICE', { topic: same[0]?.name ?? '', paths }), paths[0] ?? '')]
  })
}

async function stampOf(file: string): Promise<string | undefined> {
  const found = await stat(file, { bigint: true }).catch(ifMissing(undefined))
  return found?.isFile() === true ? `${found.mtimeNs}:${found.ctimeNs}:${found.size}:${found.ino}` : undefined
}

async function readKnowledge(
  { file, path, name, owner, agent, isOwn }: KnowledgeFile,
  mind: Mind,
): Promise<Omit<ReadFile, 'key' | 'path' | 'stamp'>> {
  const place = `${mind.place}/${path}`
  const read = await readTextFile(file)
  const parsed = read.ok
    ? await parseKnowledge(read.text, { name, owner, agent })
    : { ok: false as const, issues: [read.reason] }
  const none = { knowledge: undefined, hash: '' }
  const own = (finding: Finding): readonly Finding[] => (isOwn ? [finding] : [])
  if (!parsed.ok || !read.ok) {
    const { code, message, hint } = cognitionError('COGNITION_KNOWLEDGE_INVALID', {
      path: place,
      issues: parsed.ok ? [] : parsed.issues,
    })
    return { ...none, findings: own(errorFinding(code, place, { message: `${message} It is left out.`, hint })) }
  }
  const { knowledge, isOwnerAssumed } = parsed
  if (knowledge.owner_uid !== owner)
    return {
      ...none,
      findings: own(
        warningFinding('COGNITION_OWNER_ELSEWHERE', place, {
          message: `${place} belongs to another agent than the one in whose folder it lies, so it is left out.`,
          hint: 'Move it to the folder of its owner, or correct `owner_uid`.',
        }),
      ),
    }
  const assumed = warningFinding('COGNITION_OWNER_ASSUMED', place, {
    message: `${place} has no owner, so it is taken as private knowledge of ${mind.identity.name}.`,
    hint: 'Give it front matter with `owner_uid` and `visibility`.',
  })
  const isReadable = isOwn || knowledge.visibility !== 'private'
  return {
    knowledge: isReadable ? knowledge : undefined,
    hash: sha256(read.bytes),
    findings: isOwnerAssumed ? own(assumed) : [],
  }
}

function takeIn(
  database: MemoryIndex['database'],
  { key, path, stamp, knowledge, hash, findings }: ReadFile,
  written: readonly string[],
): readonly Finding[] {
  const before = database.prepare('SELECT content_hash FROM knowledge_files WHERE path = ?').get(path)
  database.prepare('INSERT OR REPLACE INTO seen_files VALUES (?, ?, ?)').run(key, stamp, JSON.stringify(findings))
  if (knowledge === undefined) {
    database.prepare('DELETE FROM knowledge_files WHERE path = ?').run(path)
    return []
  }
  if (before?.['content_hash'] === hash) return []
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
  const changes = names.slice(1).map((name) => `${name} = excluded.${name}`)
  database
    .prepare(
      `INSERT INTO knowledge_files(${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) ON CONFLICT(path) DO UPDATE SET ${changes.join(', ')}`,
    )
    .run(...Object.values(row))
  if (before === undefined || written.includes(path)) return []
  return [
    infoFinding('COGNITION_FILE_EDITED', path, {
      message: `${path} was changed by somebody else; it is taken in as it is now.`,
      hint: undefined,
    }),
  ]
}

type LogRow = readonly [
  date: string,
  part: number,
  path: string,
  status: string,
  checkpoint: string | null,
  updatedAt: string,
  hash: string | null,
]

async function logRows(mind: Mind): Promise<readonly LogRow[]> {
  const rows: LogRow[] = []
  for (const { name, date, part } of await logParts(mind)) {
    const state = await readLogState(mind, name)
    const { status = 'pending', checkpoint = null, updated_at: at = '', sha256: hash = null } = state ?? {}
    rows.push([date, part, `${mind.agent}/logs/${name}`, status, checkpoint, at, hash])
  }
  return rows
}

function putLogs(database: MemoryIndex['database'], rows: readonly LogRow[]): void {
  const names = ['date', 'part', 'path', 'status', 'checkpoint', 'updated_at', 'running_hash']
  const put = database.prepare(
    `INSERT INTO daily_logs(${names.join(', ')}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT(path) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
  )
  for (const row of rows) put.run(...row)
  const paths = new Set(rows.map(([, , path]) => path))
  for (const { path } of database.prepare('SELECT path FROM daily_logs').all())
    if (!paths.has(String(path))) database.prepare('DELETE FROM daily_logs WHERE path = ?').run(String(path))
}
