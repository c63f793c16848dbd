import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { platformError } from '../errors.ts'
import { holdFolder } from './hold-folder.ts'
import { isLink } from './is-link.ts'

/**
 * Opens a SQLite database, which is made if absent, with its folder; who is given it closes it.
 *
 * @param file - Path.
 * @param options - `timeoutMs`: how long it waits for other processes.
 * @throws `PLATFORM_LINK_REFUSED`, `PLATFORM_FILE_UNWRITABLE` if a link is in the way; what `node:sqlite` throws.
 * @example using database = await openDatabase(join(paths.cacheDirectory, 'rows.db'), { timeoutMs: 30_000 })
 */
export async function openDatabase(file: string, { timeoutMs }: { readonly timeoutMs: number }): Promise<DatabaseSync> {
  using held = holdFolder(dirname(file), { make: true })
  if (await isLink(file)) throw platformError('PLATFORM_LINK_REFUSED', { link: file })
  held.check()
  // By its own path: SQLite opens more files beside it later.
  return new DatabaseSync(file, { timeout: timeoutMs })
}

/** Changes all or nothing; other processes wait. @example inTransaction(database, () => database.exec(rows)) */
export function inTransaction<T>(database: DatabaseSync, change: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = change()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // A full disk may have ended it already.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** The code of an error of SQLite, of extended ones that in the low byte. @example sqliteCode(error) === 13 */
export function sqliteCode(error: unknown): number | undefined {
  const found = error instanceof Error && 'errcode' in error ? error.errcode : undefined
  return typeof found === 'number' ? found & 0xff : undefined
}
