import type { Table } from 'apache-arrow'
import { dot } from '@datacortex/platform'
import { compileFilter } from '../filter/compile-filter.ts'
import { decodeRows, eachVector, numberColumn, rowColumns, vectorsBy } from '../rows/decode-rows.ts'
import { vectorStoreError } from '../errors.ts'
import type { RetrieverOptions } from '../collection.ts'
import type { Filter } from '../filter/filter.ts'
import { nearestInSnapshot } from './nearest-in-snapshot.ts'
import type { RetrieverHit, StoredRow } from '../rows/row.ts'
import { bareRows, type RowIdCache } from '../rows/row-ids.ts'
import type { SnapshotCache, Snapshot } from './snapshot.ts'
import { wordsIn } from './words-in-snapshot.ts'
import type { OpenTable } from '../table/open-table.ts'
import { unitVector, vectorLength } from '../rows/encode-rows.ts'
import { probeVectorIndex } from '../table/vector-index.ts'
import { partPattern } from '../words/spelled-otherwise.ts'
import { nearestWord } from '../words/nearest-word.ts'
import { isUnspaced } from '../words/split-word.ts'
import { fullTextTerms } from '../words/stored-text.ts'
import type { Lance } from '../require-lance.ts'

type Query = {
  readonly limit: number
  readonly filter: Filter
  readonly select: readonly string[] | undefined
  readonly snapshots: SnapshotCache
  readonly rowIds: RowIdCache
}

/** The vector retriever: nearest rows by cosine. Throws `VECTOR_STORE_QUERY_INVALID` or `VECTOR_STORE_FILTER_INVALID`. */
export async function searchVector(
  open: OpenTable,
  query: Query & { readonly vector: Float32Array; readonly completes?: boolean | undefined },
): Promise<readonly RetrieverHit[]> {
  const { table, meta } = open
  const { limit, filter } = query
  const where = compileFilter(filter, meta.fields)
  const vector = checkedVector(query.vector, meta.dimensions)
  const withVectors = query.select?.includes('vector') === true
  const { snapshots } = query
  const snapshot = query.completes === true ? snapshots.present(open) : await snapshots.of(open, 'vector')
  if (snapshot !== undefined) {
    const near = nearestInSnapshot(snapshot, { vector, limit, filter })
    // Named one by one: to copy whatever a row has takes several times as long.
    return near.map(({ row: { id, text, hash, fields }, place, score }, index) => {
      return {
        id,
        text,
        hash,
        fields,
        score,
        rank: index + 1,
        vector: withVectors ? snapshot.vectors.at(place) : undefined,
      }
    })
  }
  const few =
    query.completes === true && where !== undefined ? await nearestOfFew(open, { ...query, vector, where }) : undefined
  if (few !== undefined) return few
  const search = probeVectorIndex(table.vectorSearch(vector), { trainedRows: meta.trainedRows, limit })
    .distanceType('dot')
    .limit(limit)
  if (where !== undefined) search.where(where)
  const ids = query.select?.length === 0 ? await query.rowIds.of(open, 'vector') : undefined
  if (ids !== undefined) {
    const result = await search.withRowId().select(['_distance']).toArrow()
    const rows = bareRows(result, ids)
    if (rows !== undefined) return rankHits(rows, cosines(result))
  }
  const columns = [...rowColumns(meta.fields, query.select), '_distance', ...(withVectors ? ['vector'] : [])]
  const result = await search.select(columns).toArrow()
  const hits = rankHits(decodeRows(result, meta.fields), cosines(result))
  if (!withVectors) return hits
  const vectors = vectorsBy(result, 'id', meta.dimensions)
  return hits.map((hit) => ({ ...hit, vector: vectors.get(hit.id) }))
}

type FewQuery = Pick<Query, 'limit' | 'select'> & { readonly vector: Float32Array; readonly where: string }

/** The rows of a filter, best first, if they are few: to read them takes a fifth of the time that a search among them takes. */
async function nearestOfFew(
  { table, meta: { fields, dimensions } }: OpenTable,
  { vector, where, limit, select }: FewQuery,
): Promise<readonly RetrieverHit[] | undefined> {
  if (limit > mostCompared) return undefined
  const columns = [...rowColumns(fields, select), 'vector']
  const result = await table
    .query()
    .where(where)
    .select(columns)
    .limit(limit + 1)
    .toArrow()
  if (result.numRows > limit) return undefined
  const withVectors = select?.includes('vector') === true
  const rows = decodeRows(result, fields)
  const near: RetrieverHit[] = []
  eachVector(result, {
    dimensions,
    visit: (place, own) => {
      const row = rows[place]
      if (row === undefined || own === undefined) return
      near.push({ ...row, score: dot(vector, own), rank: 0, vector: withVectors ? own.slice() : undefined })
    },
  })
  return rankHits(near)
}

/** With 384 numbers each they take 4 MB. */
const mostCompared = 2500

function cosines(result: Table): readonly number[] {
  return numberColumn(result, '_distance').map((distance) => 1 - distance)
}

function checkedVector(vector: Float32Array, dimensions: number): Float32Array {
  const problem = `its vector has ${vector.length} numbers and not ${dimensions}`
  if (vector.length !== dimensions) throw vectorStoreError('VECTOR_STORE_QUERY_INVALID', { problem })
  const length = vectorLength(vector)
  if (!Number.isFinite(length) || length === 0)
    throw vectorStoreError('VECTOR_STORE_QUERY_INVALID', { problem: 'its vector has no direction' })
  return unitVector(vector)
}

/** Rows that share a word with the query, by BM25; doi 10.1561/1500000019. Throws `VECTOR_STORE_FILTER_INVALID`. */
export async function searchText(open: OpenTable, query: TextQuery): Promise<readonly RetrieverHit[]> {
  const whole = await searchWords(open, query)
  const wanted = query.text.trim().toWellFormed().toLowerCase().replaceAll("'", "''")
  if (query.literal === true && whole.length === 0 && wanted !== '')
    return rankHits(await rowsHolding(`contains(lower(text), '${wanted}')`, { open, query }))
  // All rows are read for parts: who finds enough by whole words does not wait for that.
  const parts = query.parts === true && whole.length < enoughRows ? await searchParts(open, query) : []
  if (parts.length === 0) return whole
  const scores = new Map(whole.map((hit) => [hit.id, hit]))
  for (const hit of parts) scores.set(hit.id, { ...hit, score: hit.score + (scores.get(hit.id)?.score ?? 0) })
  return rankHits([...scores.values()]).slice(0, query.limit)
}

type TextQuery = Query & { readonly text: string; readonly lance: Lance } & Pick<RetrieverOptions, 'parts' | 'literal'>

/**
 * Rows with a word that no row has by itself within a longer one: its beginning, or a part of a compound. Scored as if
 * they had it once.
 */
async function searchParts(open: OpenTable, query: TextQuery): Promise<readonly RetrieverHit[]> {
  const { table } = open
  const words = (query.text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).filter((word) => !isUnspaced(word))
  if (words.length > mostLookedUp) return []
  const long = [...new Set(words)].filter((word) => word.length >= fewestLetters)
  const hits = long.map(async (word) => {
    if (await hasWord(open, { ...query, text: word })) return []
    const some = { open, query: { ...query, limit: mostParts } }
    const found = await rowsHolding(`regexp_like(lower(text), '${partPattern(word)}')`, some)
    const weight = Math.log(1 + (await table.countRows()) / (found.length + 0.5))
    return found.map((row) => ({ ...row, score: weight, rank: 0 }))
  })
  return (await Promise.all(hits)).flat()
}

/** The word of the rows that one was likely meant to be: itself if one of them has it. */
export async function searchNearestWord(open: OpenTable, query: Word): Promise<string | undefined> {
  const { table, meta } = open
  if (await hasWord(open, query)) return query.text
  const search = table.query().limit(fewRows)
  if ((await table.countRows()) > fewRows) {
    const alike = { fuzziness: 2, prefixLength: 1 }
    search.fullTextSearch(new query.lance.lancedb.MatchQuery(query.text, 'text', alike)).limit(mostParts)
  }
  const rows = decodeRows(await search.select(['id', 'text']).toArrow(), meta.fields)
  const texts = rows.map(({ text }) => text)
  return nearestWord(query.text, texts)
}

type Word = Omit<TextQuery, 'limit' | 'filter' | 'select'>

async function hasWord(open: OpenTable, word: Word): Promise<boolean> {
  return (await searchWords(open, { ...word, limit: 1, filter: [], select: [] })).length > 0
}

/** Not all of so few rows need be in the index yet, and only that knows words that are alike. */
const fewRows = 800

async function rowsHolding(holds: string, { open, query }: { readonly open: OpenTable; readonly query: TextQuery }) {
  const { fields } = open.meta
  const where = compileFilter(query.filter, fields)
  const search = open.table.query().where(where === undefined ? holds : `${holds} AND ${where}`)
  return decodeRows(await search.select(rowColumns(fields, query.select)).limit(query.limit).toArrow(), fields)
}

/** Longer queries have other words to be found by, and each word that is looked up costs a millisecond. */
const mostLookedUp = 4
const fewestLetters = 4
const mostParts = 50
const enoughRows = 10

async function searchWords(open: OpenTable, query: TextQuery): Promise<readonly RetrieverHit[]> {
  const { table, meta } = open
  const where = compileFilter(query.filter, meta.fields)
  const terms = fullTextTerms(query.text)
  if (terms === '') return []
  const snapshot = await query.snapshots.of(open, 'text')
  const words = (snapshot?.rows.length ?? Infinity) > mostRowsByWords ? undefined : snapshot && wordsIn(snapshot, table)
  const own = await words?.find(terms, query)
  if (own !== undefined) return own.map(({ row, score }, index) => ({ ...row, score, rank: index + 1 }))
  const bare = snapshot === undefined && query.select?.length === 0
  const ids = bare ? await query.rowIds.of(open, 'text') : undefined
  const search = table.query().fullTextSearch(new query.lance.lancedb.MatchQuery(terms, 'text')).limit(query.limit)
  if (where !== undefined) search.where(where)
  if (snapshot !== undefined || ids !== undefined) {
    const result = await search.withRowId().select(['_score']).toArrow()
    const rows = snapshot === undefined ? ids && bareRows(result, ids) : wholeRows(result, snapshot)
    if (rows !== undefined) {
      const found = matched(rankHits(rows, numberColumn(result, '_score')))
      // What can't be read so stays with the index.
      words?.learn(terms, { ...query, found }).catch(() => undefined)
      return found
    }
  }
  const result = await search.select([...rowColumns(meta.fields, query.select), '_score']).toArrow()
  return matched(rankHits(decodeRows(result, meta.fields), numberColumn(result, '_score')))
}

/** All words of larger ones take longer to read, anew after each change, than they save. */
const mostRowsByWords = 10_000

/** Undefined if one of them is not known: the table moved on between the two looks, and has to be asked for everything. */
function wholeRows(result: Table, snapshot: Snapshot): readonly StoredRow[] | undefined {
  const rows = numberColumn(result, '_rowid').map((rowId) => snapshot.rows[snapshot.byRowId.get(rowId) ?? -1])
  return rows.every((row): row is StoredRow => row !== undefined) ? rows : undefined
}

function matched(hits: readonly RetrieverHit[]): readonly RetrieverHit[] {
  return hits.filter((hit) => hit.score > 0)
}

/** Rows with their scores as hits, best first, ties by id. */
function rankHits(rows: readonly (StoredRow & { score?: number })[], scores?: readonly number[]) {
  return rows
    .map((row, index): StoredRow & { score: number } => ({ ...row, score: scores?.[index] ?? row.score ?? 0 }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .map((row, index) => ({ ...row, rank: index + 1 }))
}
