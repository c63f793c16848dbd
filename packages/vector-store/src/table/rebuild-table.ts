import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Connection, Table } from '@lancedb/lancedb'
import { removeFolder } from '@datacortex/platform'
import { formatVersion, type CollectionMeta, type EarlierTable, writeMeta } from './collection-meta.ts'
import type { CollectionPlace, CollectionShape } from '../collection-place.ts'
import { decodeRows, rowColumns } from '../rows/decode-rows.ts'
import { encodeRows } from '../rows/encode-rows.ts'
import { createTextIndex, listIndexFiles } from './text-index.ts'
import type { Lance } from '../require-lance.ts'
import { rowSchema } from '../rows/row-columns.ts'

export function tableName(epoch: string): string {
  return `rows-${epoch}`
}

export function tableDirectory({ directory }: CollectionPlace, epoch: string): string {
  return join(directory, `${tableName(epoch)}.lance`)
}

/** What a table is made of. */
export type NewTable = {
  readonly lance: Lance
  readonly place: CollectionPlace
  readonly shape: CollectionShape
}

/** A table whose rows are taken over, and what it was. */
export type KeptTable = {
  readonly table: Table
  readonly meta: CollectionMeta
  /** Whether vectors of its model are to answer until there are others. */
  readonly servesEarlier: boolean
}

/** Makes a new table, with the texts of `keep`, and switches to it by replacing the meta file; needs the lock. */
export async function rebuildTable(
  connection: Connection,
  options: NewTable & { readonly keep?: KeptTable | undefined },
): Promise<{ readonly table: Table; readonly meta: CollectionMeta; readonly keptRows: number }> {
  const { lance, place, shape, keep } = options
  const epoch = randomUUID()
  const table = await connection.createEmptyTable(tableName(epoch), rowSchema(lance, shape))
  const keptRows = keep === undefined ? 0 : await copyTexts(keep.table, { table, lance, shape })
  await createTextIndex(table, lance)
  const meta: CollectionMeta = {
    format: formatVersion,
    epoch,
    ...(keep === undefined ? {} : { rowsEpoch: keep.meta.rowsEpoch ?? keep.meta.epoch }),
    modelId: shape.modelId,
    dimensions: shape.dimensions,
    fields: shape.fields,
    optimizedVersion: await table.version(),
    trainedRows: 0,
    indexFiles: listIndexFiles(tableDirectory(place, epoch)),
    earlier: keep?.servesEarlier === true ? await earlierOf(keep) : undefined,
  }
  await writeMeta(place.metaFile, meta)
  await removeOldTables(place, meta)
  return { table, meta, keptRows }
}

async function copyTexts(from: Table, { table, lance, shape }: Omit<NewTable, 'place'> & { readonly table: Table }) {
  const schema = rowSchema(lance, shape)
  let kept = 0
  for await (const batch of from.query().select(rowColumns(shape.fields))) {
    const rows = decodeRows(new lance.arrow.Table([batch]), shape.fields)
    if (rows.length > 0) await table.add(encodeRows(rows, { lance, schema, ...shape }))
    kept += rows.length
  }
  return kept
}

/** A table that was not complete yet has an earlier one that is. */
async function earlierOf({ table, meta }: KeptTable): Promise<EarlierTable | undefined> {
  if (meta.earlier !== undefined) return meta.earlier
  if ((await table.countRows('embedded = 1')) === 0) return undefined
  const { epoch, modelId, dimensions, trainedRows } = meta
  return { epoch, modelId, dimensions, trainedRows }
}

/** Removes the tables that a meta doesn't name. */
export async function removeOldTables(
  { directory }: CollectionPlace,
  { epoch, earlier }: Pick<CollectionMeta, 'epoch' | 'earlier'>,
): Promise<void> {
  const kept = new Set([epoch, earlier?.epoch].map((name) => `${tableName(name ?? '')}.lance`))
  for (const entry of await readdir(directory)) {
    if (entry.startsWith('rows-') && !kept.has(entry)) {
      // What can't be removed now goes with the next rebuild; nobody reads it any more.
      await removeFolder(join(directory, entry)).catch(() => undefined)
    }
  }
}
