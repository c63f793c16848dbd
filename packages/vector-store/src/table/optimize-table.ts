import type { Table } from '@lancedb/lancedb'
import type { CollectionMeta } from './collection-meta.ts'
import { fieldColumn } from '../rows/row-columns.ts'
import type { Lance } from '../require-lance.ts'
import type { FieldKind } from '../rows/row.ts'
import { trainVectorIndex, vectorIndexDue } from './vector-index.ts'

/** Rows from which look-ups by id, hash and field get an index; below, a scan is as fast. */
const scalarIndexRows = 10_000
/** Each write adds a version and a fragment, which every search then visits. */
const writesBetweenOptimizations = 32
/** Old versions stay this long, for readers that are in the middle of a query. */
const keepVersionsMs = 60_000

/** Whether enough was written since the last optimisation: 32 writes, or more rows than can be searched unindexed. */
export async function optimizationDue(table: Table, meta: CollectionMeta): Promise<boolean> {
  if ((await table.version()) - meta.optimizedVersion >= writesBetweenOptimizations) return true
  const stats = await table.indexStats('text_idx')
  const unindexed = stats?.numUnindexedRows ?? 0
  return unindexed > Math.max(512, (stats?.numIndexedRows ?? 0) / 2)
}

/** Merges fragments, updates indexes, makes those that are due, prunes old versions; the caller holds the lock. */
export async function optimizeTable(
  table: Table,
  { lance, meta, now }: { readonly lance: Lance; readonly meta: CollectionMeta; readonly now: number },
): Promise<CollectionMeta> {
  await table.optimize({ cleanupOlderThan: new Date(now - keepVersionsMs) })
  await makeScalarIndexes(table, { lance, meta })
  const due = await vectorIndexDue(table, meta)
  if (due > 0) await trainVectorIndex(table, { lance, rows: due, dimensions: meta.dimensions })
  return { ...meta, optimizedVersion: await table.version(), trainedRows: due > 0 ? due : meta.trainedRows }
}

async function makeScalarIndexes(table: Table, { lance, meta }: { lance: Lance; meta: CollectionMeta }): Promise<void> {
  if ((await table.countRows()) < scalarIndexRows) return
  const { Index } = lance.lancedb
  const kinds: Readonly<Record<FieldKind, (() => ReturnType<typeof Index.btree>) | undefined>> = {
    string: () => Index.btree(),
    number: () => Index.btree(),
    boolean: () => Index.bitmap(),
    strings: () => Index.labelList(),
    payload: undefined,
  }
  const wanted = new Map([
    ['id', kinds.string],
    ['hash', kinds.string],
    ...Object.entries(meta.fields).map(([name, kind]) => [fieldColumn(name), kinds[kind]] as const),
  ])
  const present = new Set((await table.listIndices()).flatMap(({ columns }) => columns))
  for (const [column, make] of wanted) {
    if (make !== undefined && !present.has(column)) await table.createIndex(column, { config: make() })
  }
}
