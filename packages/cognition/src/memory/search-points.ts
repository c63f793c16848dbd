import type { MemoryIndex } from './open-memory.ts'
import { type Asked, anyOf, isReadable, searchedWords } from './search-memory.ts'

/** One key point of a file. */
export type PointRow = {
  /** Those of one file follow each other. */
  readonly position: number
  readonly path: string
  readonly id: string | null
  readonly text: string
  /** Since when it holds, as far as its line says, else when its file was made. */
  readonly date: string
  /** Where it was searched: the higher, the more words of the query it has. */
  readonly score?: number | undefined
}

export type FoundPoint = PointRow & { readonly score: number }

const wanted =
  'p.id AS position, k.path, p.point_id AS id, p.text, coalesce(p.valid_from, substr(k.created_at, 1, 10)) AS date'
const points = 'key_points p JOIN knowledge_files k ON k.id = p.file_id'
// Of one day, or of now.
const isHeld = `CASE WHEN :day IS NULL THEN p.holds ELSE (p.valid_from IS NULL OR p.valid_from <= :day)
  AND CASE WHEN p.valid_until IS NULL THEN p.holds ELSE p.valid_until > :day END END`

type OnDay = { readonly asOf?: string | undefined }

/** The key points that answer a query, best first. */
export function searchPoints(
  database: MemoryIndex,
  { reader, query, top, asOf }: Asked & OnDay,
): readonly FoundPoint[] {
  const words = searchedWords(query)
  if (words.length === 0) return []
  return database
    .prepare(
      `SELECT ${wanted}, -bm25(key_points_fts) AS score FROM key_points_fts JOIN ${points} WHERE p.id = key_points_fts.rowid AND key_points_fts MATCH :match AND ${isReadable} AND ${isHeld} ORDER BY score DESC, k.path, p.id LIMIT :top`,
    )
    .all({ match: anyOf(words), reader, top, day: asOf ?? null }) as FoundPoint[]
}

/** The key points of a file that hold, in order. */
export function pointsAt(
  database: MemoryIndex,
  { path, asOf }: { readonly path: string } & OnDay,
): readonly PointRow[] {
  const sql = `SELECT ${wanted} FROM ${points} WHERE k.path = :path AND ${isHeld} ORDER BY p.id`
  return database.prepare(sql).all({ path, day: asOf ?? null }) as PointRow[]
}

/** A key point by its id, if it may be read, or what else is asked. */
export function pointCalled(
  database: MemoryIndex,
  { reader, id, of = isReadable }: Pick<Asked, 'reader'> & { readonly id: string; readonly of?: string },
): PointRow | undefined {
  const sql = `SELECT ${wanted} FROM ${points} WHERE p.point_id = :id AND ${of}`
  return database.prepare(sql).get({ reader, id }) as PointRow | undefined
}
