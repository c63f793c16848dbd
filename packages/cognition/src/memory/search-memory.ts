import { wordsOf } from '@datacortex/text'
import type { Knowledge, Visibility } from '../knowledge/knowledge-file.ts'
import { tellingWords } from '../knowledge/topics.ts'
import type { MemoryIndex } from './open-memory.ts'

export type MemoryRow = Pick<Knowledge, 'title' | 'owner_uid' | 'visibility' | 'updated_at' | 'summary' | 'body'> & {
  readonly path: string
}

/** Which rows: all that the reader may read, or only those that it may add to of one visibility. */
export type Asked = {
  readonly reader: string
  readonly query: string
  readonly top: number
  readonly addsTo?: Visibility | undefined
}

const wanted = 'k.path, k.title, k.owner_uid, k.visibility, k.updated_at, k.summary, k.content AS body'
// Whether a row may be read is answered by this index alone, and its text is only fetched of the best.
const files = 'knowledge_files k INDEXED BY knowledge_readers'

/** Who may read a file `k`. */
export const isReadable = "(k.owner_uid = :reader OR k.visibility IN ('shared', 'public'))"

/** Who may write to it. */
export const isWritable = "(k.owner_uid = :reader OR k.visibility = 'public')"

const isMeant = `iif(:addsTo IS NULL, ${isReadable}, k.visibility = :addsTo AND ${isWritable})`

/** The rows that answer a query, best first. Who may read them is part of the statement, before its limit. */
export function searchMemory(database: MemoryIndex, { reader, query, top, addsTo }: Asked): readonly MemoryRow[] {
  const found = (sql: string, asked: Readonly<Record<string, string>>) =>
    database.prepare(sql).all({ ...asked, reader, top, addsTo: addsTo ?? null }) as MemoryRow[]
  const ranked = (table: string, terms: readonly string[]): readonly MemoryRow[] =>
    terms.length === 0
      ? []
      : found(
          `SELECT ${wanted} FROM (SELECT k.id AS best, bm25(${table}, 4, 3, 2, 1) AS score FROM ${table} JOIN ${files} ON k.id = ${table}.rowid WHERE ${table} MATCH :match AND ${isMeant} ORDER BY score, best LIMIT :top) JOIN knowledge_files k ON k.id = best ORDER BY score, k.path`,
          { match: anyOf(terms) },
        )
  const like = `SELECT ${wanted} FROM knowledge_files k WHERE instr(k.title || k.content, :run) > 0 AND ${isMeant} ORDER BY k.path LIMIT :top`
  const runs = runsOf(query)
  const all = [
    ...ranked('knowledge_fts', rareWords(database, searchedWords(query))),
    ...ranked('knowledge_trigrams', runs.flatMap(trigramsOf)),
    ...runs.filter((run) => Array.from(run).length < 3).flatMap((run) => found(like, { run })),
  ]
  return [...new Map(all.map((row) => [row.path, row])).values()].slice(0, top)
}

/** The rows of some files, in this order, as far as they may be read. */
export function rowsAt(
  database: MemoryIndex,
  { reader, paths }: { readonly reader: string; readonly paths: readonly string[] },
): readonly MemoryRow[] {
  const row = database.prepare(`SELECT ${wanted} FROM knowledge_files k WHERE k.path = :path AND ${isReadable}`)
  return paths.flatMap((path) => row.all({ path, reader }) as MemoryRow[])
}

/** The words that are searched: those that tell something, or all if none does. */
export function searchedWords(query: string): readonly string[] {
  const telling = tellingWords(query)
  return telling.length === 0 ? [...new Set(wordsOf(query))] : telling
}

/** What says of a text whether it has words of a query. */
export function aboutQuery(query: string): (text: string) => boolean {
  const [words, runs] = [searchedWords(query), runsOf(query)]
  return (text) => {
    const own = new Set(wordsOf(text))
    return words.some((word) => own.has(word)) || runs.some((run) => text.includes(run))
  }
}

// BM25 reads every row of every word, and tells least by those that most rows have.
const mostRows = 5000

/** The rarest words, as far as they stand in so many rows together that reading these is quick; one at least. */
function rareWords(database: MemoryIndex, words: readonly string[]): readonly string[] {
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
export function anyOf(terms: readonly string[]): string {
  return [...new Set(terms)]
    .slice(0, 200)
    .map((term) => `"${term.replaceAll('"', '""')}"`)
    .join(' OR ')
}

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}ー]+/gu

/** What a query has in scripts that are written without spaces. */
function runsOf(query: string): readonly string[] {
  return (query.normalize('NFC').match(unspaced) ?? []).filter((run) => /\p{L}/u.test(run))
}

function trigramsOf(run: string): readonly string[] {
  const signs = Array.from(run)
  return signs.slice(2).map((_, at) => signs.slice(at, at + 3).join(''))
}
