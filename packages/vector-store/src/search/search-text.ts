import type { Table } from 'apache-arrow'
import { compileFilter } from '../filter/compile-filter.ts'
import { decodeRows, numberColumn, rowColumns } from '../rows/decode-rows.ts'
import type { Filter } from '../filter/filter.ts'
import { fullTextTerms } from '../words/full-text-terms.ts'
import type { Lance } from '../require-lance.ts'
import { rankHits } from './rank-hits.ts'
import type { LegHit, StoredRow } from '../rows/row.ts'
import { bareRows, type RowIdCache } from '../rows/row-ids.ts'
import type { Snapshot, SnapshotCache } from './snapshot.ts'
import type { OpenTable } from '../table/table-store.ts'

/**
 * The text leg: rows that share a word with the query, by BM25. Rows without a match are never among them.
 *
 * @throws `VECTOR_STORE_FILTER_INVALID`
 * @see Robertson, Zaragoza: The Probabilistic Relevance Framework: BM25 and Beyond, 2009, doi 10.1561/1500000019
 */
export async function searchText(
  open: OpenTable,
  query: {
    readonly text: string
    readonly limit: number
    readonly filter: Filter
    readonly select: readonly string[] | undefined
    readonly lance: Lance
    readonly snapshots: SnapshotCache
    readonly rowIds: RowIdCache
  },
): Promise<readonly LegHit[]> {
  const { table, meta } = open
  const where = compileFilter(query.filter, meta.fields)
  const terms = fullTextTerms(query.text)
  if (terms === '') return []
  const snapshot = await query.snapshots.of(open, 'text')
  const bare = snapshot === undefined && query.select?.length === 0
  const ids = bare ? await query.rowIds.of(open, 'text') : undefined
  const search = table.query().fullTextSearch(new query.lance.lancedb.MatchQuery(terms, 'text')).limit(query.limit)
  if (where !== undefined) search.where(where)
  if (snapshot !== undefined || ids !== undefined) {
    const result = await search.withRowId().select(['_score']).toArrow()
    const rows = snapshot === undefined ? ids && bareRows(result, ids) : wholeRows(result, snapshot)
    if (rows !== undefined) return matched(rankHits(rows, numberColumn(result, '_score')))
  }
  const result = await search.select([...rowColumns(meta.fields, query.select), '_score']).toArrow()
  return matched(rankHits(decodeRows(result, meta.fields), numberColumn(result, '_score')))
}

/** Undefined if one of them is not known: the table moved on between the two looks, and has to be asked for everything. */
function wholeRows(result: Table, snapshot: Snapshot): readonly StoredRow[] | undefined {
  const rows = numberColumn(result, '_rowid').map((rowId) => snapshot.rows[snapshot.byRowId.get(rowId) ?? -1])
  return rows.every((row): row is StoredRow => row !== undefined) ? rows : undefined
}

function matched(hits: readonly LegHit[]): readonly LegHit[] {
  return hits.filter((hit) => hit.score > 0)
}
