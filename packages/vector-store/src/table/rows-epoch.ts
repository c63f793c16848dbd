import { statSync } from 'node:fs'
import { type CollectionMeta, type MetaRead, formatVersion, metaStamp, readMeta } from './collection-meta.ts'
import { placeOf } from '../collection-place.ts'
import { tableDirectory } from './rebuild-table.ts'

/**
 * Names the rows of a collection: it differs from an earlier answer if rows were lost since, by damage or deletion.
 *
 * Loads no library, takes no lock, makes and repairs nothing. What is written beside a collection about its rows can
 * carry this name, to be believed only as long as it holds.
 * @returns Undefined if there is no collection that can be read; opening it makes one.
 * @example rowsEpoch('/space/.datacore/cache/vectors', 'agents')
 */
export function rowsEpoch(directory: string, name: string): string | undefined {
  const meta = metaOfRows(directory, name)
  return meta?.rowsEpoch ?? meta?.epoch
}

/** Models of a collection. */
export type RowModels = {
  /** Of the vectors that are written. */
  readonly present: string
  /** Of those that answer: the one before, as long as the present ones are not complete. */
  readonly answering: string
}

/**
 * Names the models of a collection. As {@link rowsEpoch} it opens nothing.
 * @returns Undefined if there is no collection that can be read.
 * @example rowModels('/space/.datacore/cache/vectors', 'agents')?.answering
 */
export function rowModels(directory: string, name: string): RowModels | undefined {
  const meta = metaOfRows(directory, name)
  return meta === undefined ? undefined : { present: meta.modelId, answering: (meta.earlier ?? meta).modelId }
}

function metaOfRows(directory: string, name: string): CollectionMeta | undefined {
  const place = placeOf(directory, name)
  try {
    const found = lastRead(place.metaFile)
    if (found.state !== 'good' || found.meta.format !== formatVersion) return undefined
    const table = statSync(tableDirectory(place, found.meta.epoch), { throwIfNoEntry: false })
    return table === undefined ? undefined : found.meta
  } catch {
    // Whatever can't be looked at can't be searched either; opening the collection says why.
    return undefined
  }
}

const reads = new Map<string, { readonly stamp: string; readonly read: MetaRead }>()

/** Each search looks at it several times, and parsing it takes ten times as long as looking whether it was replaced. */
function lastRead(file: string): MetaRead {
  const stamp = metaStamp(file)
  const known = reads.get(file)
  if (stamp !== undefined && known?.stamp === stamp) return known.read
  const read = readMeta(file)
  if (stamp !== undefined) reads.set(file, { stamp, read })
  return read
}
