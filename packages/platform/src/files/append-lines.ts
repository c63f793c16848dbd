import type { FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Below } from './hold-folder.ts'
import { ifRefused } from './if-missing.ts'
import { openToWrite } from './open-to-write.ts'
import { syncFolder } from './sync-folder.ts'
import { unwritable } from './unwritable.ts'

/**
 * Appends lines to a file, all or none of them; when it resolves they are on the disk, with everything before them.
 *
 * A line that a killed writer left unfinished is closed, so that it spoils no other one. The caller holds a lock.
 * @param file - Made if absent, with its folder.
 * @param lines - Without line feeds. With none, what others wrote before is synced all the same.
 * @param options - `mode`: permission bits of a new file. `below`: as for `writeFileAtomically`.
 * @throws `PLATFORM_FILE_UNWRITABLE` if the disk is full, read-only or forbids it, or a link is in the way; nothing is added then.
 * @example await withLock(lock, () => appendLines(file, [JSON.stringify(event)]))
 */
export async function appendLines(
  file: string,
  lines: readonly string[],
  options: Below & { readonly mode?: number | undefined } = {},
): Promise<void> {
  try {
    await using handle = await openToWrite(file, 'append', { mode: 0o644, ...options })
    const { size } = await handle.stat()
    if (lines.length > 0) await append(handle, { lines, size })
    await handle.sync()
    if (size === 0) await syncFolder(dirname(file))
  } catch (error) {
    throw unwritable(file, error)
  }
}

async function append(handle: FileHandle, { lines, size }: { lines: readonly string[]; size: number }): Promise<void> {
  const isUnfinished = size > 0 && (await lastByte(handle, size)) !== 0x0a
  try {
    await handle.appendFile(`${isUnfinished ? '\n' : ''}${lines.join('\n')}\n`)
  } catch (error) {
    // The lock is held, so everything after the old end is from this call, which fails as a whole.
    await handle.truncate(size).catch(ifRefused(undefined))
    throw error
  }
}

async function lastByte(handle: FileHandle, size: number): Promise<number | undefined> {
  const { buffer } = await handle.read(Buffer.alloc(1), { position: size - 1 })
  return buffer[0]
}
