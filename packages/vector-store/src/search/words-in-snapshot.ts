import { setImmediate } from 'node:timers/promises'
import type { Table } from '@lancedb/lancedb'
import { type Filter, filterTest } from '../filter/filter.ts'
import type { StoredRow } from '../rows/row.ts'
import { storedText } from '../words/stored-text.ts'
import { type ScoredRow, byScore, greatest } from './nearest-in-snapshot.ts'

type Asked = { readonly limit: number; readonly filter: Filter }

/** The words of all rows of a snapshot, weighed as the index on disk does, which takes many times as long to ask. */
export class WordsInSnapshot {
  readonly #table: Pick<Table, 'tokenize'>
  readonly #rows: readonly StoredRow[]
  /** The token of each word that was met; of stop words none. */
  readonly #tokens = new Map<string, string | undefined>()
  /** Of a token: place and count of each row that has it, in turns. */
  readonly #postings = new Map<string, number[]>()
  readonly #lengths: Float32Array
  #meanLength = 0
  #learning: Promise<void> | undefined
  #isLike = false

  constructor(rows: readonly StoredRow[], table: Pick<Table, 'tokenize'>) {
    this.#rows = rows
    this.#table = table
    this.#lengths = new Float32Array(rows.length)
  }

  /** The rows that share a word with `terms`, best first, ties by id; undefined as long as the index has to be asked. */
  async find(terms: string, asked: Asked): Promise<readonly ScoredRow[] | undefined> {
    return this.#isLike ? await this.#find(terms, asked) : undefined
  }

  /** Reads all rows once; used from then on if it gives what the index on disk has `found`, with the same scores. */
  async learn(terms: string, asked: Asked & { readonly found: readonly StoredScore[] }): Promise<void> {
    if (asked.found.length > 0) await (this.#learning ??= this.#learn(terms, asked))
  }

  async #learn(
    terms: string,
    { found, limit, filter }: Asked & { readonly found: readonly StoredScore[] },
  ): Promise<void> {
    for (let start = 0; start < this.#rows.length; start += rowsAtOnce) await this.#read(start)
    this.#meanLength = this.#lengths.reduce((sum, length) => sum + length, 0) / this.#rows.length
    const all = await this.#find(terms, { filter, limit: this.#rows.length })
    const own = new Map(all.map(({ row, score }) => [row.id, score]))
    // Of rows that were deleted or written since, the index may reckon otherwise until it is brought up to date.
    this.#isLike =
      found.length === Math.min(own.size, limit) &&
      found.every(({ id, score }) => Math.abs((own.get(id) ?? 0) - score) <= rounding * score)
  }

  async #find(terms: string, { limit, filter }: Asked): Promise<readonly ScoredRow[]> {
    const words = terms.match(word) ?? []
    await this.#look(words)
    const scores = new Float32Array(this.#rows.length)
    for (const one of words) this.#weigh(this.#postings.get(this.#tokens.get(one) ?? '') ?? [], scores)
    const matches = filterTest(filter)
    if (filter.length > 0)
      for (const [place, { fields }] of this.#rows.entries())
        if (scores[place] !== 0 && !matches(fields)) scores[place] = 0
    const most = scores.reduce((best, score) => Math.max(best, score), 0)
    const places = most === 0 ? [] : greatest(scores, limit, most)
    return Array.from(places)
      .flatMap((place): readonly ScoredRow[] => {
        const [row, score = 0] = [this.#rows[place], scores[place]]
        return row === undefined || score === 0 ? [] : [{ row, place, score }]
      })
      .sort(byScore)
      .slice(0, limit)
  }

  /** BM25 with LanceDB's k1 = 1.2 and b = 0.75, in its numbers of 32 bits. */
  #weigh(postings: readonly number[], scores: Float32Array): void {
    const [all, having] = [this.#rows.length, postings.length / 2]
    const idf = Math.fround(Math.log(Math.fround(1 + Math.fround((all - having + 0.5) / (having + 0.5)))))
    for (let at = 0; at < postings.length; at += 2) {
      const [place = 0, count = 0] = [postings[at], postings[at + 1]]
      const length = 1.2 * (0.25 + (0.75 * (this.#lengths[place] ?? 0)) / this.#meanLength)
      scores[place] = (scores[place] ?? 0) + (idf * 2.2 * count) / (count + length)
    }
  }

  async #read(start: number): Promise<void> {
    // A word that is met again asks nobody, and searches go on meanwhile.
    await setImmediate()
    const split = this.#rows.slice(start, start + rowsAtOnce).map(({ text }) => storedText(text).match(word) ?? [])
    await this.#look(split.flat())
    for (const [row, words] of split.entries()) {
      const counts = new Map<string, number>()
      for (const token of words.flatMap((one) => this.#tokens.get(one) ?? []))
        counts.set(token, (counts.get(token) ?? 0) + 1)
      for (const [token, count] of counts) {
        const postings = this.#postings.get(token)
        if (postings === undefined) this.#postings.set(token, [start + row, count])
        else postings.push(start + row, count)
        this.#lengths[start + row] = (this.#lengths[start + row] ?? 0) + count
      }
    }
  }

  /** Asks the index how it writes words that weren't met before. */
  async #look(words: readonly string[]): Promise<void> {
    const fresh = [...new Set(words)].filter((one) => !this.#tokens.has(one))
    if (fresh.length === 0) return
    // Places are counted from the first word that is none of the stop words.
    const found = await this.#table.tokenize(`x ${fresh.join(' ')}`, { column: 'text' })
    const tokens = new Map(found.map(({ position, text }) => [position, text]))
    for (const [place, one] of fresh.entries()) this.#tokens.set(one, tokens.get(place + 1))
  }
}

type StoredScore = { readonly id: string; readonly score: number }

/** As LanceDB parts them. */
const word = /[\p{Alphabetic}\p{N}]+/gu
/** Documents can have 100 kB. */
const rowsAtOnce = 20
/** Sums in another order differ in the last digits. */
const rounding = 1e-5
