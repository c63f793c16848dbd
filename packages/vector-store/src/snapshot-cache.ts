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
  #taking: Promise<void> | undefined
  #closed = false

  constructor({ lance, mostRows }: { readonly lance: Lance; readonly mostRows: number }) {
    this.#lance = lance
    this.#mostRows = mostRows
  }

  /** The snapshot of exactly the table's present version, if there is one. */
  async present({ table, meta }: OpenTable): Promise<Snapshot | undefined> {
    return this.#held(meta.epoch, await table.version())
  }

  /** The snapshot of exactly the table's present version, taken now if this leg searches the version a second time. */
  async of(open: OpenTable, leg: 'vector' | 'text'): Promise<Snapshot | undefined> {
    const { table, meta } = open
    const version = await table.version()
    const held = this.#held(meta.epoch, version)
    if (held !== undefined) return held
    const key = `${meta.epoch}:${version}`
    if (this.#seen.get(leg) !== key) {
      this.#seen.set(leg, key)
      this.#snapshot = undefined
      return undefined
    }
    const rows = await table.countRows()
    if (rows > this.#mostRows) return undefined
    const taken = this.#take(open)
    if (rows <= mostAwaitedRows) return await taken
    // The indexes on disk answer until it is there; they also answer if it can't be taken.
    taken.catch(() => undefined)
    return undefined
  }

  /** Takes the snapshot now, unless it is there or the table too large. */
  async take(open: OpenTable): Promise<Snapshot | undefined> {
    return (await open.table.countRows()) > this.#mostRows ? undefined : await this.#take(open)
  }

  /** Forgets what it has; what is being read is thrown away. */
  close(): void {
    this.#closed = true
    this.#snapshot = undefined
  }

  /** Once for all that ask at the same time; those that ask for another version get none. */
  async #take({ table, meta }: OpenTable): Promise<Snapshot | undefined> {
    const { epoch, fields, dimensions } = meta
    const version = await table.version()
    const held = this.#held(epoch, version)
    if (held !== undefined) return held
    const options = { lance: this.#lance, epoch, fields, dimensions, isWanted: () => !this.#closed }
    this.#taking ??= this.#keep(takeSnapshot(table, options))
    await this.#taking
    return this.#held(epoch, version)
  }

  async #keep(taking: ReturnType<typeof takeSnapshot>): Promise<void> {
    try {
      const taken = await taking
      if (!this.#closed) this.#snapshot = taken
    } finally {
      this.#taking = undefined
    }
  }

  #held(epoch: string, version: number): Snapshot | undefined {
    return this.#snapshot?.version === version && this.#snapshot.epoch === epoch ? this.#snapshot : undefined
  }
}

/** So many rows are in memory sooner than a person notices. */
const mostAwaitedRows = 10_000
