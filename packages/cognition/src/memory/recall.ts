import type { Finding } from '@datacortex/errors'
import { stopWords, wordsOf } from '@datacortex/text'
import { keyPointsOf } from '../knowledge/key-points.ts'
import type { Visibility } from '../knowledge/knowledge-file.ts'
import { tellingWords } from '../knowledge/topics.ts'
import type { Mind } from '../mind.ts'
import { type MemoryIndex, openMemory } from './open-memory.ts'
import { syncMemory } from './sync-memory.ts'

/** One knowledge file that answers a query. */
export type Recalled = {
  /** Relative to the space. */
  readonly path: string
  readonly title: string
  /** Name of the agent that owns it, or its uid. */
  readonly owner: string
  readonly visibility: Visibility
  /** When it was last written. */
  readonly date: string
  readonly summary: string
  /** Key points that hold and have words of the query. */
  readonly points: readonly { readonly id?: string | undefined; readonly text: string }[]
  /** The file without its front matter. */
  readonly content: string
}

/** What an agent knows about something, best first, and what is wrong with its files. */
export type RecallAnswer = { readonly results: readonly Recalled[]; readonly findings: readonly Finding[] }

/**
 * What an agent knows about something: its own knowledge, and what others share. By words; no model is needed.
 *
 * @param mind - Of who asks.
 * @param query - In any words; signs of a query language mean nothing.
 * @param options - `top`: how many at the most, 5 if absent.
 * @example (await recall(mind, 'spring tides')).results[0]?.path
 */
export async function recall(
  mind: Mind,
  query: string,
  { top = 5 }: { readonly top?: number | undefined } = {},
): Promise<RecallAnswer> {
  using memory = await openMemory(mind)
  const { findings } = await syncMemory(memory, mind)
  const words = new Set(wordsOf(query))
  const results = searchMemory(memory, { reader: mind.identity.uid, query, top }).map((row) => ({
    path: `${mind.place}/${row.path}`,
    title: row.title,
    owner: row.owner_uid === mind.identity.uid ? mind.identity.name : row.owner_uid,
    visibility: row.visibility,
    date: row.updated_at,
    summary: row.summary,
    points: keyPointsOf(row.content)
      .filter(({ text, holds }) => holds && matches(text, { query, words }))
      .map(({ id, text }) => ({ id, text })),
    content: row.content,
  }))
  return { results, findings }
}

function matches(
  text: string,
  { query, words }: { readonly query: string; readonly words: ReadonlySet<string> },
): boolean {
  return tellingWords(text).some((word) => words.has(word)) || runsOf(query).some((run) => text.includes(run))
}

export type MemoryRow = {
  readonly path: string
  readonly title: string
  readonly owner_uid: string
  readonly visibility: Visibility
  readonly updated_at: string
  readonly summary: string
  readonly content: string
}

type Asked = { readonly reader: string; readonly query: string; readonly top: number; readonly isOwnOnly?: boolean }

const wanted = 'k.path, k.title, k.owner_uid, k.visibility, k.updated_at, k.summary, k.content'

/** The rows that answer a query, best first. Who may read them is part of the statement, before its limit. */
export function searchMemory(
  { database }: MemoryIndex,
  { reader, query, top, isOwnOnly = false }: Asked,
): readonly MemoryRow[] {
  const readable = isOwnOnly ? 'k.owner_uid = ?' : "(k.owner_uid = ? OR k.visibility IN ('shared', 'public'))"
  const rows = (table: string, match: string): readonly MemoryRow[] =>
    database
      .prepare(
        `SELECT ${wanted} FROM ${table} JOIN knowledge_files k ON k.id = ${table}.rowid WHERE ${table} MATCH ? AND ${readable} ORDER BY bm25(${table}, 4, 3, 2, 1), k.path LIMIT ?`,
      )
      .all(match, reader, top) as unknown as readonly MemoryRow[]
  const like = (run: string): readonly MemoryRow[] =>
    database
      .prepare(
        `SELECT ${wanted} FROM knowledge_files k WHERE instr(k.title || k.content, ?) > 0 AND ${readable} ORDER BY k.path LIMIT ?`,
      )
      .all(run, reader, top) as unknown as readonly MemoryRow[]
  const all = [...new Set(wordsOf(query))]
  const telling = all.filter((word) => !stopWords.has(word))
  const words = telling.length === 0 ? all : telling
  const runs = runsOf(query)
  const trigrams = runs.flatMap((run) => trigramsOf(run))
  const found = [
    ...(words.length === 0 ? [] : rows('knowledge_fts', anyOf(words))),
    ...(trigrams.length === 0 ? [] : rows('knowledge_trigrams', anyOf(trigrams))),
    ...runs.filter((run) => Array.from(run).length < 3).flatMap(like),
  ]
  return [...new Map(found.map((row) => [row.path, row])).values()].slice(0, top)
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
function runsOf(query: string): readonly string[] {
  return (query.normalize('NFC').match(unspaced) ?? []).filter((run) => /\p{L}/u.test(run))
}

function trigramsOf(run: string): readonly string[] {
  const signs = Array.from(run)
  return signs.slice(2).map((_, at) => signs.slice(at, at + 3).join(''))
}
