import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Table } from '@lancedb/lancedb'
import type { CollectionMeta } from './collection-meta.ts'

export type OpenTable = {
  readonly table: Table
  readonly meta: CollectionMeta
  readonly stamp: string | undefined
  readonly newest: NewestVersion
}

/** Keeps a table at its newest version: the time of the folder of versions tells sooner than listing them. */
export class NewestVersion {
  readonly #table: Table
  readonly #folder: string
  #stamp: string | undefined
  #version = 0

  /** `directory`: of the table. */
  constructor(table: Table, directory: string) {
    this.#table = table
    this.#folder = join(directory, '_versions')
  }

  get version(): number {
    return this.#version
  }

  async checkOut(now: number): Promise<void> {
    // Before the versions are looked at: what comes meanwhile is found the next time.
    const stamp = folderStamp(this.#folder, now)
    if (stamp !== undefined && stamp === this.#stamp) return
    await this.#table.checkoutLatest()
    this.#version = await this.#table.version()
    this.#stamp = stamp
  }
}

/** Clocks of file systems tick coarsely: a commit just now may leave the folder the same time. */
const freshMs = 2500

/** Undefined if the folder can't be looked at, changed just now, or lies on a disk that may not keep its time. */
function folderStamp(folder: string, now: number): string | undefined {
  if (process.platform === 'win32') return undefined
  try {
    const { ino, mtimeMs, mtimeNs } = statSync(folder, { bigint: true })
    return Math.abs(now - Number(mtimeMs)) < freshMs ? undefined : `${ino} ${mtimeNs}`
  } catch {
    // LanceDB says what is wrong with it.
    return undefined
  }
}

/** Frees a table now, unless somebody still reads it: LanceDB refuses that, and frees it with the last reader. */
export function closeTable(table: Table | undefined): void {
  try {
    table?.close()
  } catch {
    // Thrown on, it would take the place of what went wrong beside the reader.
  }
}
