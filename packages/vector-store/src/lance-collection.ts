import type { Table } from '@lancedb/lancedb'
import { checkRows } from './rows/check-rows.ts'
import type { CollectionShape } from './collection-place.ts'
import type { Collection, RetrieverOptions, OperationOptions, VectorSource, Rebuilt } from './collection.ts'
import { compileFilter, parts, sqlList } from './filter/compile-filter.ts'
import { decodeRows, rowColumns, stringColumn } from './rows/decode-rows.ts'
import { earlierVectors } from './earlier-vectors.ts'
import { encodeRows } from './rows/encode-rows.ts'
import { vectorStoreError } from './errors.ts'
import type { Filter } from './filter/filter.ts'
import type { Lance } from './require-lance.ts'
import { optimizationDue, optimizeTable } from './table/optimize-table.ts'
import { readHashes, readVectors } from './rows/read-vectors.ts'
import type { RetrieverHit, Row, StoredRow } from './rows/row.ts'
import { type RowIdCache, rowIdCache } from './rows/row-ids.ts'
import { rowSchema } from './rows/row-columns.ts'
import { searchNearestWord, searchText, searchVector } from './search/search-rows.ts'
import { type SnapshotCache, snapshotCache } from './search/snapshot.ts'
import type { OpenTable } from './table/open-table.ts'
import { TableStore, type TableStoreOptions } from './table/table-store.ts'

/** Rows of one write: bounds memory. */
const rowsPerWrite = 20_000

/** {@link Collection} on a LanceDB table. */
export class LanceCollection implements Collection {
  readonly #lance: Lance
  readonly #shape: CollectionShape
  readonly #store: TableStore
  readonly #snapshots: SnapshotCache
  readonly #rowIds: RowIdCache
  rebuilt: Rebuilt | undefined
  #sources: { readonly of: string; readonly list: readonly VectorSource[] } | undefined
  #closed = false

  constructor(options: Omit<TableStoreOptions, 'onRebuilt'> & { readonly snapshotRows: number }) {
    this.#lance = options.lance
    this.#shape = options.shape
    this.#snapshots = snapshotCache({ lance: options.lance, mostRows: options.snapshotRows })
    this.#rowIds = rowIdCache({ lance: options.lance, wholeRows: options.snapshotRows })
    this.#store = new TableStore({ ...options, onRebuilt: (rebuilt) => void (this.rebuilt = rebuilt) })
  }

  async open(options: OperationOptions): Promise<void> {
    await this.#store.read(async () => await Promise.resolve(), options)
  }

  async upsert(
    rows: readonly Row[],
    { isPart = false, ...options }: OperationOptions & { readonly isPart?: boolean | undefined } = {},
  ): Promise<void> {
    const wrote = await this.#write(rows, { ...options, isAdded: false }, async (table, data) => {
      // Nothing to match against.
      if ((await table.countRows()) === 0) await table.add(data)
      else await table.mergeInsert('id').whenMatchedUpdateAll().whenNotMatchedInsertAll().execute(data)
    })
    if (wrote && !isPart) await this.#maintain(options)
  }

  async add(rows: readonly Row[], options: OperationOptions = {}): Promise<void> {
    await this.#write(rows, { ...options, isAdded: true }, async (table, data) => void (await table.add(data)))
  }

  async delete(ids: readonly string[], options: OperationOptions = {}): Promise<number> {
    this.#checkOpen()
    if (ids.length === 0) return 0
    const conditions = parts(ids).map((part) => `id IN ${sqlList(part)}`)
    return await this.#deleteAll(conditions, options)
  }

  async deleteWhere(filter: Filter, options: OperationOptions = {}): Promise<number> {
    this.#checkOpen()
    const where = compileFilter(filter, this.#shape.fields)
    const problem = 'an empty filter would delete everything'
    if (where === undefined) throw vectorStoreError('VECTOR_STORE_FILTER_INVALID', { field: '', problem })
    return await this.#deleteAll([where], options)
  }

  async count(filter: Filter = []): Promise<number> {
    this.#checkOpen()
    const where = compileFilter(filter, this.#shape.fields)
    return await this.#store.read(async (open) => {
      const all = where === undefined ? this.#snapshots.present(open)?.rows : undefined
      return all?.length ?? (await open.table.countRows(where))
    })
  }

  async get(ids: readonly string[]): Promise<ReadonlyMap<string, StoredRow>> {
    this.#checkOpen()
    if (ids.length === 0) return new Map()
    return await this.#store.read(async (open) => {
      const { table } = open
      const kept = this.#snapshots.present(open)?.byId
      if (kept !== undefined) return new Map(ids.flatMap((id) => kept.get(id) ?? []).map((row) => [row.id, row]))
      const found = new Map<string, StoredRow>()
      const places = this.#rowIds.present(open)?.placeOf
      const read = async (where: string): Promise<void> => {
        const result = await table.query().where(where).select(rowColumns(this.#shape.fields)).toArrow()
        for (const row of decodeRows(result, this.#shape.fields)) found.set(row.id, row)
      }
      const known = places === undefined ? [] : ids.flatMap((id) => places.get(id) ?? [])
      for (const part of parts(known)) await read(`_rowid IN (${part.join()})`)
      // A row that was written between the two looks lies elsewhere.
      for (const part of parts(ids.filter((id) => !found.has(id)))) await read(`id IN ${sqlList(part)}`)
      return found
    })
  }

  async ids(): Promise<readonly string[]> {
    return await this.#openStore.read(async ({ table }) =>
      stringColumn(await table.query().select(['id']).toArrow(), 'id'),
    )
  }

  async hashes(): Promise<ReadonlyMap<string, string>> {
    return await this.#openStore.read(async ({ table }) => await readHashes(table, 'embedded = 1'))
  }

  async pending(): Promise<ReadonlyMap<string, string>> {
    return await this.#openStore.read(async ({ table }) => await readHashes(table, 'embedded = 0'))
  }

  async vectorsOf(hashes: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    return await this.#openStore.read(async (open) => {
      const { dimensions, modelId } = open.meta
      const found = await readVectors(open.table, { hashes, dimensions })
      const earlier = found.size < hashes.length ? await this.#store.earlier(open) : undefined
      // Somebody who tried another model comes back.
      if (earlier?.meta.modelId !== modelId) return found
      const missing = hashes.filter((hash) => !found.has(hash))
      const kept = await readVectors(earlier.table, { hashes: missing, dimensions }).catch(() => [])
      return new Map([...found, ...kept])
    })
  }

  async searchVector(vector: Float32Array, options: RetrieverOptions = {}): Promise<readonly RetrieverHit[]> {
    this.#checkOpen()
    const query = { ...this.#query(options), vector }
    return await this.#store.read(async (open) => {
      this.#store.requireOwnModel(open)
      return await searchVector(open, query)
    }, options)
  }

  async searchText(text: string, options: RetrieverOptions = {}): Promise<readonly RetrieverHit[]> {
    this.#checkOpen()
    const { parts, literal } = options
    const query = { ...this.#query(options), text, parts, literal, lance: this.#lance }
    return await this.#store.read(async (open) => await searchText(open, query), options)
  }

  async nearestWord(word: string): Promise<string | undefined> {
    const query = { text: word, lance: this.#lance, snapshots: this.#snapshots, rowIds: this.#rowIds }
    return await this.#openStore.read(async (open) => await searchNearestWord(open, query))
  }

  async vectorSources(): Promise<readonly VectorSource[]> {
    return await this.#openStore.read(async (open) => {
      const earlier = await this.#store.earlier(open)
      const of = `${earlier?.meta.epoch ?? ''}:${open.meta.epoch}`
      // The same objects for the same tables: what was learned about them can be kept.
      if (this.#sources?.of !== of) {
        const get = this.get.bind(this)
        const before = earlier === undefined ? [] : [earlierVectors(earlier, { lance: this.#lance, get })]
        this.#sources = { of, list: [...before, this.#presentVectors(open)] }
      }
      return this.#sources.list
    })
  }

  async dropEarlier(options: OperationOptions = {}): Promise<void> {
    const { meta } = await this.#openStore.read(async (open) => await Promise.resolve(open), options)
    if (meta.earlier !== undefined) await this.#store.write((open) => this.#store.dropEarlier(open), options)
  }

  async warm(): Promise<void> {
    await this.#openStore.read(async (open) => (await this.#snapshots.take(open)) ?? (await this.#rowIds.take(open)))
  }

  async optimize(options: OperationOptions = {}): Promise<void> {
    await this.#openStore.write(async (open) => await this.#optimizeNow(open), options)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true
    this.#snapshots.close()
    this.#rowIds.close()
    await Promise.resolve(this.#store.close())
  }

  async #write(
    rows: readonly Row[],
    { isAdded, ...options }: OperationOptions & { readonly isAdded: boolean },
    store: (table: Table, data: ReturnType<typeof encodeRows>) => Promise<void>,
  ): Promise<boolean> {
    this.#checkOpen()
    checkRows(rows, this.#shape)
    if (rows.length === 0) return false
    const schema = rowSchema(this.#lance, this.#shape)
    let stored = 0
    await this.#store.write(async ({ table }) => {
      // What is added twice would be there twice; what replaces rows is written whole again, as some may be lost.
      for (let start = isAdded ? stored : 0; start < rows.length; stored = start += rowsPerWrite) {
        options.signal?.throwIfAborted()
        const part = rows.slice(start, start + rowsPerWrite)
        await store(table, encodeRows(part, { lance: this.#lance, schema, isAdded, ...this.#shape }))
      }
    }, options)
    return true
  }

  #presentVectors({ meta: { epoch, modelId, dimensions } }: OpenTable): VectorSource {
    return {
      modelId,
      dimensions,
      hashes: this.hashes.bind(this),
      vectorsOf: this.vectorsOf.bind(this),
      searchVector: async (vector, options = {}) =>
        await this.#store.read(async (open) => {
          // Somebody has made it anew for another model, and what was asked is no vector of that one.
          if (open.meta.epoch !== epoch) return []
          return await searchVector(open, { ...this.#query(options), vector })
        }, options),
    }
  }

  #query({ limit, filter = [], select, completes = false }: RetrieverOptions) {
    return { limit: limitOf(limit), filter, select, completes, snapshots: this.#snapshots, rowIds: this.#rowIds }
  }

  async #deleteAll(conditions: readonly string[], options: OperationOptions): Promise<number> {
    const remove = async (table: Table): Promise<number> => {
      const before = await table.countRows()
      for (const where of conditions) await table.delete(where)
      return before - (await table.countRows())
    }
    const deleted = await this.#store.write(async ({ table }) => await remove(table), options)
    await this.#maintain(options)
    return deleted
  }

  async #maintain(options: OperationOptions): Promise<void> {
    const due = await this.#store.read(async ({ table, meta }) => await optimizationDue(table, meta), options)
    if (!due) return
    await this.#store.write(async (open) => {
      // Another process may have done it while this one waited for the lock.
      if (await optimizationDue(open.table, open.meta)) await this.#optimizeNow(open)
    }, options)
  }

  async #optimizeNow({ table, meta }: OpenTable): Promise<void> {
    // Of a table that nobody wrote since, LanceDB makes the indexes anew all the same.
    if ((await table.version()) === meta.optimizedVersion) return
    await this.#store.saveMeta(await optimizeTable(table, { lance: this.#lance, meta, now: Date.now() }))
  }

  #checkOpen(): void {
    if (this.#closed) throw vectorStoreError('VECTOR_STORE_CLOSED', { collection: this.#shape.collection })
  }

  get #openStore(): TableStore {
    this.#checkOpen()
    return this.#store
  }
}

// LanceDB counts in 32 bits; a larger number becomes another one, or takes its process down.
const largestLimit = 2 ** 31 - 1

function limitOf(limit = 10): number {
  if (Number.isInteger(limit) && limit > 0 && limit <= largestLimit) return limit
  const problem = `the limit ${limit} is not a whole number from 1 to ${largestLimit}`
  throw vectorStoreError('VECTOR_STORE_QUERY_INVALID', { problem })
}
