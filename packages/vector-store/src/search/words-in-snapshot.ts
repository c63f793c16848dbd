import { setImmediate } from 'node:timers/promises'
import type { Table } from '@lancedb/lancedb'
import { type Filter, filterTest } from '../filter/filter.ts'
import type { RetrieverHit } from '../rows/row.ts'
import { storedText } from '../words/stored-text.ts'
import { type ScoredRow, byScore, greatest } from './nearest-in-snapshot.ts'
import type { Snapshot } from './snapshot.ts'

type Asked = { readonly limit: number; readonly filter: Filter }

/** The words of all rows of a snapshot, weighed as the index on disk does, which takes many times as long to ask. */
export type SnapshotWords = {
  /** The rows that share a word with `terms`, best first, ties by id; undefined as long as the index has to be asked. */
  readonly find: (terms: string, asked: Asked) => Promise<readonly ScoredRow[] | undefined>
  /** Reads all rows once; used from then on if it gives what the index on disk has `found`, with the same scores. */
  readonly learn: (terms: string, asked: Asked & { readonly found: readonly RetrieverHit[] }) => Promise<void>
}

export function wordsIn(snapshot: Snapshot, table: Pick<Table, 'tokenize'>): SnapshotWords {
  const words = known.get(snapshot) ?? makeWords(snapshot, table)
  known.set(snapshot, words)
  return words
}

const known = new WeakMap<Snapshot, SnapshotWords>()

function makeWords({ rows }: Snapshot, table: Pick<Table, 'tokenize'>): SnapshotWords {
  /** The token of each word that was met; of stop words none. */
  const tokens = new Map<string, string | undefined>()
  /** Of a token: place and count of each row that has it, in turns. */
  const postings = new Map<string, number[]>()
  const lengths = new Float32Array(rows.length)
  let meanLength = 0
  let isLike = false
  let learning: Promise<void> | undefined

  /** Asks the index how it writes words that weren't met before. */
  const look = async (words: readonly string[]): Promise<void> => {
    const fresh = [...new Set(words)].filter((one) => !tokens.has(one))
    if (fresh.length === 0) return
    // Places are counted from the first word that is none of the stop words.
    const found = await table.tokenize(`x ${fresh.join(' ')}`, { column: 'text' })
    const written = new Map(found.map(({ position, text }) => [position, text]))
    for (const [place, one] of fresh.entries()) tokens.set(one, written.get(place + 1))
  }
  const read = async (start: number): Promise<void> => {
    // A word that is met again asks nobody, and searches go on meanwhile.
    await setImmediate()
    const split = rows.slice(start, start + rowsAtOnce).map(({ text }) => storedText(text).match(word) ?? [])
    await look(split.flat())
    for (const [row, words] of split.entries()) {
      for (const [token, { length }] of Map.groupBy(words, (one) => tokens.get(one))) {
        if (token === undefined) continue
        const some = postings.get(token)
        if (some === undefined) postings.set(token, [start + row, length])
        else some.push(start + row, length)
        lengths[start + row] = (lengths[start + row] ?? 0) + length
      }
    }
  }
  /** BM25 with LanceDB's k1 = 1.2 and b = 0.75, in its numbers of 32 bits. */
  const weigh = (some: readonly number[], scores: Float32Array): void => {
    const having = some.length / 2
    const idf = Math.fround(Math.log(Math.fround(1 + Math.fround((rows.length - having + 0.5) / (having + 0.5)))))
    for (let at = 0; at < some.length; at += 2) {
      const [place = 0, count = 0] = [some[at], some[at + 1]]
      const length = 1.2 * (0.25 + (0.75 * (lengths[place] ?? 0)) / meanLength)
      scores[place] = (scores[place] ?? 0) + (idf * 2.2 * count) / (count + length)
    }
  }
  const search = async (terms: string, { limit, filter }: Asked): Promise<readonly ScoredRow[]> => {
    const words = terms.match(word) ?? []
    await look(words)
    const scores = new Float32Array(rows.length)
    for (const one of words) weigh(postings.get(tokens.get(one) ?? '') ?? [], scores)
    const matches = filterTest(filter)
    for (const [place, { fields }] of filter.length === 0 ? [] : rows.entries())
      if (scores[place] !== 0 && !matches(fields)) scores[place] = 0
    const most = scores.reduce((best, score) => Math.max(best, score), 0)
    return Array.from(most === 0 ? [] : greatest(scores, limit, most))
      .flatMap((place): readonly ScoredRow[] => {
        const [row, score = 0] = [rows[place], scores[place]]
        return row === undefined || score === 0 ? [] : [{ row, place, score }]
      })
      .sort(byScore)
      .slice(0, limit)
  }
  const readAll = async (terms: string, { found, limit, filter }: Parameters<SnapshotWords['learn']>[1]) => {
    for (let start = 0; start < rows.length; start += rowsAtOnce) await read(start)
    meanLength = lengths.reduce((sum, length) => sum + length, 0) / rows.length
    const all = await search(terms, { filter, limit: rows.length })
    const own = new Map(all.map(({ row, score }) => [row.id, score]))
    // Of rows that were deleted or written since, the index may reckon otherwise until it is brought up to date.
    isLike =
      found.length === Math.min(own.size, limit) &&
      found.every(({ id, score }) => Math.abs((own.get(id) ?? 0) - score) <= rounding * score)
  }
  return {
    find: async (terms, asked) => (isLike ? await search(terms, asked) : undefined),
    learn: async (terms, asked) => {
      if (asked.found.length > 0) await (learning ??= readAll(terms, asked))
    },
  }
}

/** As LanceDB parts them. */
const word = /[\p{Alphabetic}\p{N}]+/gu
/** Documents can have 100 kB. */
const rowsAtOnce = 20
/** Sums in another order differ in the last digits. */
const rounding = 1e-5
