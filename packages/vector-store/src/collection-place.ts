import { join } from 'node:path'
import { vectorStoreError } from './errors.ts'
import type { FieldKinds } from './rows/row.ts'

/** What a collection's vectors and fields must be. */
export type CollectionShape = {
  readonly collection: string
  readonly modelId: string
  readonly dimensions: number
  readonly fields: FieldKinds
}

export type CollectionPlace = {
  /** Folder of the meta file and the tables. */
  readonly directory: string
  readonly metaFile: string
  /** Beside the folder, so that deleting the folder doesn't delete a lock that somebody holds. */
  readonly lockFile: string
}

const names = /^[a-z0-9][a-z0-9._-]{0,63}$/
const fieldNames = /^[a-zA-Z][a-zA-Z0-9_]{0,62}$/

export function placeOf(directory: string, collection: string): CollectionPlace {
  const own = join(directory, collection)
  return { directory: own, metaFile: join(own, 'meta.json'), lockFile: `${own}.lock` }
}

/** Checks the names, which become paths and SQL, and the vector length. Throws `VECTOR_STORE_COLLECTION_INVALID`. */
export function checkShape({ collection, modelId, dimensions, fields }: CollectionShape): void {
  const refuse = (problem: string): never => {
    throw vectorStoreError('VECTOR_STORE_COLLECTION_INVALID', { collection, problem })
  }
  if (!names.test(collection))
    refuse('its name must be 1 to 64 of a-z, 0-9, dot, dash and underscore, a letter or digit first')
  if (modelId === '') refuse('the model id is empty')
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > 65_536)
    refuse(`${dimensions} is no length of a vector`)
  const lowered = new Set<string>()
  for (const name of Object.keys(fields)) {
    if (!fieldNames.test(name)) refuse(`${JSON.stringify(name)} can't be the name of a field`)
    if (lowered.has(name.toLowerCase()))
      refuse(`the field ${JSON.stringify(name)} differs from another one by case only`)
    lowered.add(name.toLowerCase())
  }
}
