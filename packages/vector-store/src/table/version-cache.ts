import type { OpenTable } from './open-table.ts'

export type Versioned = { readonly epoch: string; readonly version: number }

export type VersionCacheOptions<T extends Versioned> = {
  /** Reads it; undefined if the table moved on meanwhile or nobody asks for it any more. */
  readonly read: (open: OpenTable, isWanted: () => boolean) => Promise<T | undefined>
  /** Smaller tables are left to another cache; 0 if absent. */
  readonly leastRows?: number | undefined
  /** Larger tables are never read. */
  readonly mostRows: number
  /** So many rows are in memory sooner than a person notices: anyone who asks waits for them. */
  readonly mostAwaitedRows: number
}

/** Keeps in memory what was read of the newest version, from the second search of it by the same retriever on. */
export class VersionCache<T extends Versioned> {
  readonly #options: VersionCacheOptions<T>
  readonly #seen = new Map<'vector' | 'text', string>()
  #kept: T | undefined
  #taking: Promise<void> | undefined
  #closed = false

  constructor(options: VersionCacheOptions<T>) {
    this.#options = options
  }

  /** What was read of exactly the table's present version, if it is there. */
  present({ newest, meta }: OpenTable): T | undefined {
    return this.#held(meta.epoch, newest.version)
  }

  /** What was read of exactly the table's present version; read now if this retriever searches the version a second time. */
  async of(open: OpenTable, retriever: 'vector' | 'text'): Promise<T | undefined> {
    const { table, meta } = open
    const { version } = open.newest
    const held = this.#held(meta.epoch, version)
    if (held !== undefined) return held
    const key = `${meta.epoch}:${version}`
    if (this.#seen.get(retriever) !== key) {
      this.#seen.set(retriever, key)
      this.#kept = undefined
      return undefined
    }
    const rows = await table.countRows()
    if (!this.#isFor(rows)) return undefined
    const taken = this.#take(open)
    if (rows <= this.#options.mostAwaitedRows) return await taken
    // The indexes on disk answer until it is there; they also answer if it can't be taken.
    taken.catch(() => undefined)
    return undefined
  }

  /** Reads it now, unless it is there or the table has too many or too few rows. */
  async take(open: OpenTable): Promise<T | undefined> {
    return this.#isFor(await open.table.countRows()) ? await this.#take(open) : undefined
  }

  /** Forgets what it has; what is being read is thrown away. */
  close(): void {
    this.#closed = true
    this.#kept = undefined
  }

  #isFor(rows: number): boolean {
    const { leastRows = 0, mostRows } = this.#options
    return rows >= leastRows && rows <= mostRows
  }

  /** Once for all that ask at the same time; those that ask for another version get none. */
  async #take(open: OpenTable): Promise<T | undefined> {
    const { epoch } = open.meta
    const { version } = open.newest
    const held = this.#held(epoch, version)
    if (held !== undefined) return held
    this.#taking ??= this.#keep(this.#options.read(open, () => !this.#closed))
    await this.#taking
    return this.#held(epoch, version)
  }

  async #keep(taking: Promise<T | undefined>): Promise<void> {
    try {
      const taken = await taking
      if (!this.#closed) this.#kept = taken
    } finally {
      this.#taking = undefined
    }
  }

  #held(epoch: string, version: number): T | undefined {
    return this.#kept?.version === version && this.#kept.epoch === epoch ? this.#kept : undefined
  }
}
