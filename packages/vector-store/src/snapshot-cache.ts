import type { Lance } from './lance.ts'
import { type Snapshot, takeSnapshot } from './snapshot.ts'
import type { OpenTable } from './table-store.ts'

/**
 * Keeps the snapshot of the newest version of a small table.
 *
 * A version is read into memory when a leg searches it for the second time: a command that searches once and a table
 * that is written all the time never pay for it.
 */
export class SnapshotCache {
  readonly #lance: Lance
  readonly #mostRows: number
  readonly #seen = new Map<'vector' | 'text', string>()
  #snapshot: Snapshot | undefined
  #taking: Promise<Snapshot | undefined> | undefined

  constructor({ lance, mostRows }: { readonly lance: Lance; readonly mostRows: number }) {
    this.#lance = lance
    this.#mostRows = mostRows
  }

  /** The snapshot of exactly the table's present version, if there is one. */
  async present({ table, meta }: OpenTable): Promise<Snapshot | undefined> {
    const version = await table.version()
    return this.#snapshot?.version === version && this.#snapshot.epoch === meta.epoch ? this.#snapshot : undefined
  }

  /** The snapshot of exactly the table's present version, taken now if this leg searches the version a second time. */
  async of(open: OpenTable, leg: 'vector' | 'text'): Promise<Snapshot | undefined> {
    const present = await this.present(open)
    if (present !== undefined) return present
    const key = `${open.meta.epoch}:${await open.table.version()}`
    if (this.#seen.get(leg) !== key) {
      this.#seen.set(leg, key)
      this.#snapshot = undefined
      return undefined
    }
    const taken = this.take(open)
    if ((await open.table.countRows()) <= mostAwaitedRows) return await taken
    // The indexes on disk answer until it is there; they also answer if it can't be taken.
    taken.catch(() => undefined)
    return undefined
  }

  /** Takes the snapshot now, once for all that ask at the same time. */
  async take({ table, meta }: OpenTable): Promise<Snapshot | undefined> {
    if ((await table.countRows()) > this.#mostRows) return undefined
    const { epoch, fields, dimensions } = meta
    const version = await table.version()
    this.#taking ??= takeSnapshot(table, { lance: this.#lance, epoch, fields, dimensions }).finally(() => {
      this.#taking = undefined
    })
    const taken = await this.#taking
    if (taken === undefined || taken.epoch !== epoch || taken.version !== version) return undefined
    this.#snapshot = taken
    return taken
  }

  clear(): void {
    this.#snapshot = undefined
  }
}

/** So many rows are in memory sooner than a person notices. */
const mostAwaitedRows = 10_000
