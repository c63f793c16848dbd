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
