import { statSync } from 'node:fs'
import type { CollectionMeta } from './collection-meta.ts'
import { formatVersion, readMeta } from './collection-meta.ts'
import { placeOf } from './collection-place.ts'
import { tableDirectory } from './rebuild-table.ts'

/**
 * Names the rows of a collection: it differs from an earlier answer if rows were lost since, by damage or deletion.
 *
 * Loads no library, takes no lock, makes and repairs nothing. What is written beside a collection about its rows can
 * carry this name, to be believed only as long as it holds.
 *
 * @param directory - Folder that holds collections.
 * @param name - Name of the collection.
 * @returns Undefined if there is no collection that can be read; opening it makes one.
 * @example rowsEpoch('/space/.datacore/cache/vectors', 'agents')
 */
export function rowsEpoch(directory: string, name: string): string | undefined {
  const meta = metaOfRows(directory, name)
  return meta?.rowsEpoch ?? meta?.epoch
}

/**
 * Names the model whose vectors answer: the one before, as long as those of the present one are not complete. As
 * {@link rowsEpoch} it opens nothing.
 *
 * @param directory - Folder that holds collections.
 * @param name - Name of the collection.
 * @returns Undefined if there is no collection that can be read.
 * @example answeringModel('/space/.datacore/cache/vectors', 'agents')
 */
export function answeringModel(directory: string, name: string): string | undefined {
  const meta = metaOfRows(directory, name)
  return meta?.earlier?.modelId ?? meta?.modelId
}

function metaOfRows(directory: string, name: string): CollectionMeta | undefined {
  const place = placeOf(directory, name)
  try {
    const found = readMeta(place.metaFile)
    if (found.state !== 'good' || found.meta.format !== formatVersion) return undefined
    const table = statSync(tableDirectory(place, found.meta.epoch), { throwIfNoEntry: false })
    return table === undefined ? undefined : found.meta
  } catch {
    // Whatever can't be looked at can't be searched either; opening the collection says why.
    return undefined
  }
}
