import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection, Table } from '@lancedb/lancedb'
import { CodedError, thrownText } from '@datacortex/errors'
import { makeFolder, refuseLinks, removeFile, systemErrorCode, systemErrorReason, withLock } from '@datacortex/platform'
import { type OpenTable, closeTable, NewestVersion } from './open-table.ts'
import { type CollectionMeta, metaStamp, readMeta, writeMeta } from './collection-meta.ts'
import type { CollectionPlace, CollectionShape } from '../collection-place.ts'
import { vectorStoreError } from '../errors.ts'
import { checkIndexFiles, listIndexFiles, repairIndexes } from './text-index.ts'
import { type NewTable, rebuildTable, removeOldTables, tableDirectory, tableName } from './rebuild-table.ts'
import type { Rebuilt, RebuildReason } from '../collection.ts'
import { describeShape, type ShapeProblem, shapeProblem } from './rebuilt.ts'
import { storageProblem } from './storage-problem.ts'

/** What an operation does with the table; it may be run again after a failure, so it must be repeatable. */
export type TableOperation<T> = (open: OpenTable) => Promise<T>

export type TableStoreOptions = NewTable & {
  readonly servesEarlier: boolean
  readonly anyModel: boolean
  readonly onRebuilt: (rebuilt: Rebuilt) => void
}

type How = Signal & {
  /** Whether what is kept of the table will not do. */
  readonly fresh: boolean
  /** Whether the caller holds the lock. */
  readonly locked: boolean
  /** Whether nothing will be written: then rows of any model may do. */
  readonly reads: boolean
}

type Signal = { readonly signal?: AbortSignal | undefined }

// Others write, prune and rebuild at any time: what fails is run again on a table opened afresh, then under the lock,
// and only if it still fails there the files are taken for broken.
/** Gives operations the newest version of the right table, and repairs what is broken. */
export class TableStore {
  readonly #options: TableStoreOptions
  readonly #place: CollectionPlace
  readonly #shape: CollectionShape
  #open: OpenTable | undefined
  #earlier: OpenTable | undefined
  /** Failures that a repair didn't cure: not the files' fault, so they don't cause another repair. */
  readonly #incurable = new Set<string>()

  constructor(options: TableStoreOptions) {
    this.#options = options
    this.#place = options.place
    this.#shape = options.shape
  }

  /** Runs a reading operation; takes no lock unless something is broken. */
  async read<T>(operation: TableOperation<T>, { signal }: Signal = {}): Promise<T> {
    for (const attempt of [0, 1, 2]) {
      signal?.throwIfAborted()
      try {
        return await operation(await this.#current({ fresh: attempt > 0, locked: false, reads: true, signal }))
      } catch (error) {
        if (isFinal(error, signal)) throw error
        // A writer may just be pruning the files of the version that was being read.
        await sleep(attempt * 20)
      }
    }
    return await this.#locked(operation, { reads: true, signal })
  }

  /** Runs a writing operation while holding the collection's lock. */
  async write<T>(operation: TableOperation<T>, { signal }: Signal = {}): Promise<T> {
    return await this.#locked(operation, { reads: false, signal })
  }

  async #locked<T>(operation: TableOperation<T>, { reads, signal }: Signal & { readonly reads: boolean }): Promise<T> {
    const run = async (): Promise<T> => {
      for (const fresh of [false, true]) {
        try {
          return await operation(await this.#current({ fresh, locked: true, reads, signal }))
        } catch (error) {
          if (isFinal(error, signal)) throw error
          if (fresh) await this.#repair(error)
        }
      }
      try {
        return await operation(await this.#current({ fresh: false, locked: true, reads, signal }))
      } catch (error) {
        this.#incurable.add(thrownText(error))
        throw error
      }
    }
    try {
      return await withLock(this.#place.lockFile, run, { signal })
    } catch (error) {
      const reason = CodedError.is(error, 'VECTOR_STORE_UNAVAILABLE') ? undefined : storageProblem(error)
      if (reason === undefined) throw error
      throw this.#unavailable(reason, error)
    }
  }

  /** Replaces the meta of the current table after its indexes were written; the caller holds the lock. */
  async saveMeta(changed: CollectionMeta): Promise<void> {
    const meta = { ...changed, indexFiles: listIndexFiles(tableDirectory(this.#place, changed.epoch)) }
    await writeMeta(this.#place.metaFile, meta)
    if (this.#open !== undefined) this.#open = { ...this.#open, meta, stamp: metaStamp(this.#place.metaFile) }
  }

  /** @throws `VECTOR_STORE_COLLECTION_CHANGED` if a table that was opened for reading has vectors of another model. */
  requireOwnModel({ meta }: OpenTable): void {
    if (meta.modelId !== this.#shape.modelId || meta.dimensions !== this.#shape.dimensions) throw this.#changed(meta)
  }

  /** The table of the model before, if it is still there; one that can't be opened is as good as gone. */
  async earlier({ meta, stamp }: OpenTable): Promise<OpenTable | undefined> {
    const { earlier } = meta
    if (this.#earlier !== undefined && this.#earlier.meta.epoch !== earlier?.epoch) {
      closeTable(this.#earlier.table)
      this.#earlier = undefined
    }
    if (earlier === undefined) return undefined
    if (this.#earlier === undefined) {
      this.#earlier = await this.#openTable({ ...meta, ...earlier }, stamp).catch(() => undefined)
    }
    return this.#earlier
  }

  /** Gives up the table of the model before; the caller holds the lock. */
  async dropEarlier({ meta }: OpenTable): Promise<void> {
    if (meta.earlier === undefined) return
    const complete = { ...meta, earlier: undefined }
    await this.saveMeta(complete)
    await removeOldTables(this.#place, complete)
  }

  close(): void {
    for (const open of [this.#open, this.#earlier]) closeTable(open?.table)
    this.#open = this.#earlier = undefined
  }

  async #current(how: How): Promise<OpenTable> {
    const { metaFile } = this.#place
    const open = this.#open
    const stamp = metaStamp(metaFile)
    const isOfModel = how.reads || open?.meta.modelId === this.#shape.modelId
    if (!how.fresh && isOfModel && open !== undefined && stamp !== undefined && stamp === open.stamp) {
      await open.newest.checkOut(Date.now())
      return open
    }
    const found = readMeta(metaFile)
    const matches = found.state === 'good' && this.#problemOf(found.meta, how) === undefined
    if (found.state === 'good' && !matches && open !== undefined) throw this.#changed(found.meta)
    if (found.state === 'good' && matches) {
      const same = !how.fresh && open?.meta.epoch === found.meta.epoch
      if (!same) checkIndexFiles(tableDirectory(this.#place, found.meta.epoch), found.meta.indexFiles)
      if (same) await open.newest.checkOut(Date.now())
      return (this.#open = same ? { ...open, meta: found.meta, stamp } : await this.#openTable(found.meta, stamp))
    }
    const again = async (): Promise<OpenTable> => await this.#current({ ...how, locked: true })
    if (!how.locked) return await withLock(this.#place.lockFile, again, { signal: how.signal })
    if (found.state !== 'good') {
      // A table without its meta, or a collection that was open a moment ago: something was deleted.
      const lost =
        open !== undefined || found.state === 'broken' || (await (await this.#connect()).tableNames()).length > 0
      return await this.#rebuild(lost ? 'corrupt' : undefined, `the meta file is ${found.state}`)
    }
    const { reason, detail } = this.#problemOf(found.meta, how) ?? { reason: 'format-changed', detail: '' }
    return await this.#rebuild(reason, detail, reason === 'model-changed' ? found.meta : undefined)
  }

  async #openTable(meta: CollectionMeta, stamp: string | undefined): Promise<OpenTable> {
    return await this.#opened(await (await this.#connect()).openTable(tableName(meta.epoch)), { meta, stamp })
  }

  async #opened(table: Table, known: Pick<OpenTable, 'meta' | 'stamp'>): Promise<OpenTable> {
    const newest = new NewestVersion(table, tableDirectory(this.#place, known.meta.epoch))
    await newest.checkOut(Date.now())
    return { table, newest, ...known }
  }

  async #connect(): Promise<Connection> {
    await this.#makeDirectory().catch((error: unknown) => {
      if (storageProblem(error) === undefined) throw error
      // A folder on a read-only disk can still be read.
    })
    // LanceDB opens paths itself, and follows links.
    refuseLinks(this.#place.directory)
    // A connection of its own for each table: its caches must not outlive a table that is opened afresh.
    return await this.#options.lance.lancedb.connect(this.#place.directory)
  }

  /** A cache: a file in its place is no loss. */
  async #makeDirectory(): Promise<void> {
    const { directory } = this.#place
    try {
      await makeFolder(directory)
    } catch (error) {
      const code = systemErrorCode(error)
      if (code === 'ENOTDIR') throw this.#unavailable(systemErrorReason(error), error)
      if (code !== 'EEXIST') throw error
      // Not if another process made the folder meanwhile: folders are not removed so.
      await removeFile(directory)
      await makeFolder(directory)
    }
  }

  #problemOf(meta: CollectionMeta, { reads }: Pick<How, 'reads'>): ShapeProblem | undefined {
    return shapeProblem(meta, this.#shape, { anyModel: reads && this.#options.anyModel })
  }

  #unavailable(reason: string, cause: unknown): CodedError {
    return vectorStoreError('VECTOR_STORE_UNAVAILABLE', { directory: this.#place.directory, reason }, { cause })
  }

  #changed(meta: CollectionMeta): CodedError {
    return vectorStoreError('VECTOR_STORE_COLLECTION_CHANGED', {
      collection: this.#shape.collection,
      expected: describeShape(this.#shape),
      found: describeShape(meta),
    })
  }

  async #rebuild(reason: RebuildReason | undefined, detail: string, keepFrom?: CollectionMeta): Promise<OpenTable> {
    const connection = await this.#connect()
    const options = { lance: this.#options.lance, place: this.#place, shape: this.#shape }
    const table = keepFrom && (await connection.openTable(tableName(keepFrom.epoch)).catch(() => undefined))
    const keep = table && { table, meta: keepFrom, servesEarlier: this.#options.servesEarlier }
    const made = await rebuildTable(connection, { ...options, keep }).catch(async (error: unknown) => {
      if (keep === undefined || storageProblem(error) !== undefined) throw error
      return await rebuildTable(connection, options)
    })
    if (reason !== undefined) this.#options.onRebuilt({ reason, detail, keptRows: made.keptRows })
    return (this.#open = await this.#opened(made.table, { meta: made.meta, stamp: metaStamp(this.#place.metaFile) }))
  }

  /** Finds out what is broken and mends it: indexes alone are made again, rows that can't be read are given up. */
  async #repair(failure: unknown): Promise<void> {
    const reason = storageProblem(failure)
    if (reason !== undefined) throw this.#unavailable(reason, failure)
    const detail = thrownText(failure)
    if (this.#incurable.has(detail)) throw failure
    try {
      const found = readMeta(this.#place.metaFile)
      if (found.state !== 'good') throw new Error(`The meta file is ${found.state}.`)
      const { table } = await this.#openTable(found.meta, undefined)
      const keptRows = await repairIndexes(table, this.#options.lance)
      await this.saveMeta({ ...found.meta, trainedRows: 0 })
      this.#options.onRebuilt({ reason: 'index-broken', detail, keptRows })
    } catch (error) {
      if (CodedError.is(error) || storageProblem(error) !== undefined) throw error
      await this.#rebuild('corrupt', detail)
    }
  }
}

function isFinal(error: unknown, signal: AbortSignal | undefined): boolean {
  return CodedError.is(error) || signal?.aborted === true
}
