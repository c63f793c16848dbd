import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import {
  type SpacePaths,
  jsonOf,
  inTransaction,
  openDatabase,
  readTextFile,
  removeFile,
  writeFileAtomically,
} from '@datacortex/platform'
import type { DirectoryAnswer, DirectoryFailure, PublishedAgent } from '@datacortex/plugin'
import { lookOf } from './look-of.ts'
import { comparableAddress } from './same-agent.ts'

/** What was learned of a directory when it was last asked. */
export type DirectoryState = {
  /** Of its settings: with others it is asked from the start. */
  readonly settings: string
  readonly cursor?: string | undefined
  /** Milliseconds since 1970: when it was asked, and when it last had listed all that there is. */
  readonly askedAt: number
  readonly listedAt?: number | undefined
  /** Since when it is being listed; absent if no list is under way. */
  readonly listingSince?: number | undefined
  readonly tookMs?: number | undefined
  /** Why it gave nothing at all, or not all. */
  readonly error?: { readonly code: string; readonly message: string } | undefined
  /** Parts of it that gave nothing, and records that were not taken. */
  readonly failures: readonly DirectoryFailure[]
  readonly refused?: readonly DirectoryFailure[] | undefined
}

export type KeptRecord = PublishedAgent & {
  readonly directory: string
  /** When its directory last said so, in milliseconds since 1970. */
  readonly seenAt: number
}

/** Where records of all directories are kept, with the index by which they are found. */
export function cachePlace(paths: SpacePaths): string {
  return join(paths.cacheDirectory, 'directory')
}

/** Of the cache that was counted last; versions are of one cache alone. */
let counted: { readonly version: string; readonly counts: ReadonlyMap<string, number> } = {
  version: '',
  counts: new Map(),
}

/** Records of agents that are published elsewhere; all of it can be had again. Close it. */
export class DirectoryCache implements Disposable {
  readonly #database: DatabaseSync
  readonly #stamp: string
  readonly #statements = new Map<string, StatementSync>()

  private constructor(database: DatabaseSync, stamp: string) {
    this.#database = database
    this.#stamp = stamp
    database.exec(`
      CREATE TABLE IF NOT EXISTS agents (id TEXT PRIMARY KEY, directory TEXT NOT NULL, name TEXT NOT NULL,
        address TEXT NOT NULL, seen INTEGER NOT NULL, record TEXT NOT NULL) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS directories_of ON agents (directory, seen);
      CREATE INDEX IF NOT EXISTS names ON agents (name);
      CREATE INDEX IF NOT EXISTS hashes ON agents (json_extract(record, '$.hash'));
      CREATE INDEX IF NOT EXISTS addresses ON agents (address);
      CREATE TABLE IF NOT EXISTS directories (name TEXT PRIMARY KEY, state TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS version (value TEXT NOT NULL);
    `)
  }

  /** Opens it; one that is damaged is begun anew. */
  static async open(paths: SpacePaths): Promise<DirectoryCache> {
    const file = join(cachePlace(paths), 'agents.sqlite')
    const open = async (): Promise<DirectoryCache> =>
      new DirectoryCache(await openDatabase(file, { timeoutMs: 30_000 }), join(cachePlace(paths), 'stamp'))
    try {
      return await open()
    } catch (error) {
      if (!(error instanceof Error) || !/not a database|malformed/.test(error.message)) throw error
      await removeFile(file)
      return await open()
    }
  }

  state(directory: string): DirectoryState | undefined {
    const row = this.#ask('SELECT state FROM directories WHERE name = ?').get(directory)
    return row === undefined ? undefined : (jsonOf(String(row['state'])) as DirectoryState)
  }

  /** Whether its directory, of which a part failed, did not list it when it last listed all it could. */
  isUnseen({ directory, seenAt }: KeptRecord): boolean {
    const state = this.state(directory)
    return state !== undefined && state.cursor === undefined && state.failures.length > 0 && seenAt < state.askedAt
  }

  count(directory?: string): number {
    // Once for each change, also for who opens it next: counting thousands takes as long as finding among them.
    const version = this.version()
    if (version === '' || counted.version !== version) counted = { version, counts: this.#counts() }
    const { counts } = counted
    return directory === undefined ? counts.values().reduce((sum, n) => sum + n, 0) : (counts.get(directory) ?? 0)
  }

  #counts(): ReadonlyMap<string, number> {
    const rows = this.#ask('SELECT directory, count(*) AS n FROM agents GROUP BY directory').all()
    return new Map(rows.map((row) => [String(row['directory']), Number(row['n'])]))
  }

  get(id: string): KeptRecord | undefined {
    return this.#records('WHERE id = ?', id)[0]
  }

  /** Of all directories, those that bear a name, or one that looks like it. */
  named(name: string): readonly KeptRecord[] {
    return this.#records('WHERE name = ? LIMIT 50', lookOf(name))
  }

  /** The records that an address is of. */
  at(address: string): readonly KeptRecord[] {
    return this.#records('WHERE address = ? LIMIT 20', comparableAddress(address))
  }

  all(): readonly KeptRecord[] {
    return this.#records('')
  }

  /** Takes in one answer and what is known of its directory from then on, both or neither. */
  store(
    directory: string,
    answer: {
      readonly records: readonly PublishedAgent[]
      readonly withdrawn?: DirectoryAnswer['withdrawn']
      readonly gone?: DirectoryAnswer['gone']
      /** What was not seen since then is gone: the list had all there is. */
      readonly unseenSince?: number | undefined
    },
    { state, seenAt }: { readonly state: DirectoryState; readonly seenAt: number },
  ): void {
    this.#change(() => {
      const kept = this.#database.prepare('SELECT 1 FROM agents WHERE id = ? AND (directory <> ? OR record = ?)')
      const put = this.#database.prepare(
        `INSERT INTO agents VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
           name = excluded.name, seen = max(seen, excluded.seen), record = excluded.record WHERE directory = excluded.directory`,
      )
      let isOther = false
      for (const record of answer.records) {
        const text = JSON.stringify(record)
        isOther ||= kept.get(record.id, directory, text) === undefined
        put.run(record.id, directory, lookOf(record.name), comparableAddress(record.id), seenAt, text)
      }
      const take = this.#database.prepare(
        "DELETE FROM agents WHERE json_extract(record, '$.hash') = ? AND json_extract(record, '$.author') = ? AND directory = ?",
      )
      for (const { hash, author } of answer.withdrawn ?? [])
        isOther = take.run(hash, author, directory).changes !== 0 || isOther
      const drop = this.#database.prepare('DELETE FROM agents WHERE id = ? AND directory = ?')
      for (const id of answer.gone ?? []) isOther = drop.run(id, directory).changes !== 0 || isOther
      if (answer.unseenSince !== undefined) {
        const old = this.#database.prepare('DELETE FROM agents WHERE directory = ? AND seen < ?')
        isOther = old.run(directory, answer.unseenSince).changes !== 0 || isOther
      }
      this.note(directory, state)
      return isOther
    })
  }

  /** Keeps what is known of a directory. */
  note(directory: string, state: DirectoryState): void {
    this.#database.prepare('INSERT OR REPLACE INTO directories VALUES (?, ?)').run(directory, JSON.stringify(state))
  }

  forget(directory: string): void {
    this.#change(() => {
      this.#database.prepare('DELETE FROM directories WHERE name = ?').run(directory)
      return this.#database.prepare('DELETE FROM agents WHERE directory = ?').run(directory).changes !== 0
    })
  }

  /** Another one with each change of the records. */
  version(): string {
    return String(this.#ask('SELECT value FROM version').get()?.['value'] ?? '')
  }

  /** Writes the version where the index looks; who changed the records may have been killed before. */
  async stamp(): Promise<void> {
    const version = this.version()
    const read = await readTextFile(this.#stamp)
    if (!read.ok || read.text !== version) await writeFileAtomically(this.#stamp, version, { isRebuildable: true })
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }

  #ask(text: string): StatementSync {
    const known = this.#statements.get(text) ?? this.#database.prepare(text)
    this.#statements.set(text, known)
    return known
  }

  #records(where: string, ...values: readonly string[]): readonly KeptRecord[] {
    const rows = this.#ask(`SELECT directory, seen, record FROM agents ${where}`).all(...values)
    return rows.map(({ directory, seen, record }) => ({
      ...(jsonOf(String(record)) as PublishedAgent),
      directory: String(directory),
      seenAt: Number(seen),
    }))
  }

  #change(run: () => boolean): void {
    inTransaction(this.#database, () => {
      if (!run()) return
      this.#database.exec('DELETE FROM version')
      this.#database.prepare('INSERT INTO version VALUES (?)').run(randomUUID())
    })
  }
}
