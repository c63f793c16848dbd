import { stopWords, wordsOf } from '@datacortex/text'
import { type Visibility, visibilityOf } from '../knowledge/knowledge-file.ts'
import type { MemoryIndex } from './open-memory.ts'

export type MemoryRow = {
  readonly path: string
  readonly title: string
  readonly owner_uid: string
  readonly visibility: Visibility
  readonly updated_at: string
  readonly summary: string
  readonly content: string
}

/** One key point that answers a query; the higher its score, the more of its words it has. */
export type PointRow = {
  /** Those of one file follow each other. */
  readonly position: number
  readonly path: string
  readonly pointId: string | null
  readonly text: string
  readonly score: number
}

/** Which rows: all that the reader may read, or only those that it may add to of one visibility. */
export type Asked = {
  readonly reader: string
  readonly query: string
  readonly top: number
  readonly addsTo?: Visibility | undefined
}

const wanted = 'k.path, k.title, k.owner_uid, k.visibility, k.updated_at, k.summary, k.content'
// Whether a row may be read is answered by this index alone, and its text is only fetched of the best.
const files = 'knowledge_files k INDEXED BY knowledge_readers'

const conditions = {
  all: "(k.owner_uid = :reader OR k.visibility IN ('shared', 'public'))",
  private: "(k.owner_uid = :reader AND k.visibility = 'private')",
  shared: "(k.owner_uid = :reader AND k.visibility = 'shared')",
  public: "(k.visibility = 'public' AND :reader IS NOT NULL)",
}

/** The rows that answer a query, best first. Who may read them is part of the statement, before its limit. */
export function searchMemory({ database }: MemoryIndex, { reader, query, top, addsTo }: Asked): readonly MemoryRow[] {
  const readable = conditions[addsTo ?? 'all']
  const rows = (table: string, match: string): readonly MemoryRow[] =>
    database
      .prepare(
        `SELECT ${wanted} FROM (SELECT k.id AS best, bm25(${table}, 4, 3, 2, 1) AS score FROM ${table} JOIN ${files} ON k.id = ${table}.rowid WHERE ${table} MATCH :match AND ${readable} ORDER BY score, best LIMIT :top) JOIN knowledge_files k ON k.id = best ORDER BY score, k.path`,
      )
      .all({ match, reader, top })
      .map(memoryRow)
  const like = (run: string): readonly MemoryRow[] =>
    database
      .prepare(
        `SELECT ${wanted} FROM knowledge_files k WHERE instr(k.title || k.content, :run) > 0 AND ${readable} ORDER BY k.path LIMIT :top`,
      )
      .all({ run, reader, top })
      .map(memoryRow)
  const words = rareWords(database, searchedWords(query))
  const runs = runsOf(query)
  const trigrams = runs.flatMap((run) => trigramsOf(run))
  const found = [
    ...(words.length === 0 ? [] : rows('knowledge_fts', anyOf(words))),
    ...(trigrams.length === 0 ? [] : rows('knowledge_trigrams', anyOf(trigrams))),
    ...runs.filter((run) => Array.from(run).length < 3).flatMap(like),
  ]
  return [...new Map(found.map((row) => [row.path, row])).values()].slice(0, top)
}

type Row = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function memoryRow({ path, title, owner_uid: owner, visibility, updated_at: at, summary, content }: Row): MemoryRow {
  const texts = { path: textOf(path), title: textOf(title), summary: textOf(summary), content: textOf(content) }
  return { ...texts, owner_uid: textOf(owner), updated_at: textOf(at), visibility: visibilityOf(visibility) }
}

/** The rows of some files, in this order, as far as they may be read. */
export function rowsAt(
  { database }: MemoryIndex,
  { reader, paths }: { readonly reader: string; readonly paths: readonly string[] },
): readonly MemoryRow[] {
  const row = database.prepare(`SELECT ${wanted} FROM knowledge_files k WHERE k.path = :path AND ${conditions.all}`)
  return paths.flatMap((path) => row.all({ path, reader }).map(memoryRow))
}

/** The key points that answer a query, best first, of one day or of now. */
export function searchPoints(
  { database }: MemoryIndex,
  { reader, query, top, asOf }: Asked & { readonly asOf?: string | undefined },
): readonly PointRow[] {
  const words = searchedWords(query)
  if (words.length === 0) return []
  const day = asOf === undefined ? {} : { day: asOf }
  const held =
    asOf === undefined
      ? 'p.holds'
      : '(p.valid_from IS NULL OR p.valid_from <= :day) AND CASE WHEN p.valid_until IS NULL THEN p.holds ELSE p.valid_until > :day END'
  return database
    .prepare(
      `SELECT p.id AS position, k.path, p.point_id AS pointId, p.text, -bm25(key_points_fts) AS score FROM key_points_fts JOIN key_points p ON p.id = key_points_fts.rowid JOIN knowledge_files k ON k.id = p.file_id WHERE key_points_fts MATCH :match AND ${conditions.all} AND ${held} ORDER BY score DESC, k.path, p.id LIMIT :top`,
    )
    .all({ match: anyOf(words), reader, top, ...day })
    .map(({ position, path, pointId, text, score }) => ({
      path: textOf(path),
      text: textOf(text),
      position: Number(position),
      score: Number(score),
      pointId: textOf(pointId) || null,
    }))
}

/** The key points with an id, as far as they may be read. */
export function readablePoints(
  { database }: MemoryIndex,
  { reader, id }: { readonly reader: string; readonly id: string },
): readonly { readonly path: string; readonly text: string; readonly from: string | null; readonly created: string }[] {
  return database
    .prepare(
      `SELECT k.path, p.text, p.valid_from AS "from", k.created_at AS created FROM key_points p JOIN knowledge_files k ON k.id = p.file_id WHERE p.point_id = :id AND ${conditions.all}`,
    )
    .all({ reader, id })
    .map(({ path, text, from, created }) => ({
      path: textOf(path),
      text: textOf(text),
      created: textOf(created),
      from: textOf(from) || null,
    }))
}

/** The words that are searched: those that tell something, or all if none does. */
export function searchedWords(query: string): readonly string[] {
  const all = [...new Set(wordsOf(query))]
  const telling = all.filter((word) => !stopWords.has(word))
  return telling.length === 0 ? all : telling
}

// BM25 reads every row of every word, and tells least by those that most rows have.
const mostRows = 5000

/** The rarest words, as far as they stand in so many rows together that reading these is quick; one at least. */
function rareWords(database: MemoryIndex['database'], words: readonly string[]): readonly string[] {
  const count = database.prepare(
    'SELECT count(*) AS rows FROM (SELECT 1 FROM knowledge_fts WHERE knowledge_fts MATCH ? LIMIT ?)',
  )
  const counted = words
    .slice(0, 200)
    .map((word) => ({ word, rows: Number(count.get(anyOf([word]), mostRows)?.['rows']) }))
    .toSorted((a, b) => a.rows - b.rows)
  let read = 0
  const rare = counted.filter(({ rows }, at) => (read += rows) <= mostRows || at === 0)
  return rare.map(({ word }) => word)
}

/** Each in quotes, so that nothing of it is a sign of the query language. */
function anyOf(terms: readonly string[]): string {
  return [...new Set(terms)]
    .slice(0, 200)
    .map((term) => `"${term.replaceAll('"', '""')}"`)
    .join(' OR ')
}

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}ー]+/gu

/** What a query has in scripts that are written without spaces. */
export function runsOf(query: string): readonly string[] {
  return (query.normalize('NFC').match(unspaced) ?? []).filter((run) => /\p{L}/u.test(run))
}

function trigramsOf(run: string): readonly string[] {
  const signs = Array.from(run)
  return signs.slice(2).map((_, at) => signs.slice(at, at + 3).join(''))
}
