import { readFileSync, statSync } from 'node:fs'
import {
  isRecord,
  jsonOf,
  removeFolder,
  removeStaleTemporaries,
  systemErrorCode,
  writeFileAtomically,
} from '@datacortex/platform'
import type { IndexFiles } from './text-index.ts'
import type { CollectionShape } from '../collection-place.ts'

/** Version of the layout on disk; another one means a rebuild. */
export const formatVersion = 2

/** What is written beside a table: what its vectors mean, and which table is the current one. */
export type CollectionMeta = Omit<CollectionShape, 'collection'> & {
  readonly format: number
  /** Changes with each rebuild; the table's name contains it. */
  readonly epoch: string
  /** Epoch in which the rows were written, if a later rebuild took them over. */
  readonly rowsEpoch?: string | undefined
  /** Version of the table after the last optimisation. */
  readonly optimizedVersion: number
  /** Rows with a vector when the vector index was trained, 0 if there is none. */
  readonly trainedRows: number
  readonly indexFiles: IndexFiles
  /** A complete table of another model, which answers until this one is complete. */
  readonly earlier?: EarlierTable | undefined
}

/** What of its meta a table needs to be searched on. */
export type EarlierTable = Pick<CollectionMeta, 'epoch' | 'modelId' | 'dimensions' | 'trainedRows'>

/** A meta file as it was read: absent, unreadable as meta, or good. */
export type MetaRead =
  | { readonly state: 'absent' }
  | { readonly state: 'broken' }
  | { readonly state: 'good'; readonly meta: CollectionMeta }

/** Reads the meta file. Synchronous, because each search looks at it and it is tiny. */
export function readMeta(file: string): MetaRead {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const code = systemErrorCode(error) ?? ''
    if (code === 'ENOENT' || code === 'ENOTDIR') return { state: 'absent' }
    if (code === 'EISDIR') return { state: 'broken' }
    throw error
  }
  const value = jsonOf(text)
  return isMeta(value) ? { state: 'good', meta: value } : { state: 'broken' }
}

/** Replaces the meta file as a whole; the caller holds the lock of the collection. */
export async function writeMeta(file: string, meta: CollectionMeta): Promise<void> {
  // A cache: a folder in its place is no loss.
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) await removeFolder(file)
  await removeStaleTemporaries(file)
  await writeFileAtomically(file, `${JSON.stringify(meta)}\n`)
}

/** A stamp that differs whenever the meta file was replaced; a few microseconds. */
export function metaStamp(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? undefined : `${found.ino}:${found.mtimeNs}:${found.size}`
}

const earlierTypes = { epoch: 'string', modelId: 'string', dimensions: 'number', trainedRows: 'number' }
const metaTypes = {
  ...earlierTypes,
  format: 'number',
  optimizedVersion: 'number',
  fields: 'object',
  indexFiles: 'object',
}

function isMeta(value: unknown): value is CollectionMeta {
  if (!isRecord(value) || !hasTypes(value, metaTypes)) return false
  return value['earlier'] === undefined || hasTypes(value['earlier'], earlierTypes)
}

function hasTypes(value: unknown, types: Readonly<Record<string, string>>): boolean {
  if (!isRecord(value)) return false
  return Object.entries(types).every(([name, type]) => typeof value[name] === type && value[name] !== null)
}
