import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { platformError } from '../errors.ts'
import { type Below, inFolder, linkFreeFrom, linkInWay } from './hold-folder.ts'
import { systemErrorCode } from './system-error-reason.ts'

const { O_RDWR, O_APPEND, O_CREAT, O_EXCL } = constants
// Windows has neither flag. Without the second, a named pipe would wait for a reader.
const plainFile = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

const flags = { append: O_APPEND | O_CREAT, change: O_CREAT, new: O_CREAT | O_EXCL, old: 0 } as const

/**
 * Opens a file whose bytes are changed where they are; its folder is made. What can be replaced as a whole belongs into
 * `writeFileAtomically`.
 * @param file - Path. Where no links are followed, something that is no regular file or has several names is refused too:
 *   it may be another file as well.
 * @param how - `append`; `change` anywhere; `new` if nothing is there; `old` if something is.
 * @param options - `mode`: permission bits of a new file. `below`: as for `writeFileAtomically`.
 * @throws What `node:fs` throws; `PLATFORM_FILE_UNWRITABLE` for what is refused.
 * @example await using handle = await openToWrite(file, 'append')
 */
export async function openToWrite(
  file: string,
  how: keyof typeof flags,
  { mode = 0o666, ...below }: Below & { readonly mode?: number | undefined } = {},
): Promise<FileHandle> {
  const isGuarded = linkFreeFrom(file, below) !== undefined
  const opened = O_RDWR | flags[how] | (isGuarded ? plainFile : 0)
  const handle = await inFolder(
    file,
    { ...below, make: how !== 'old' },
    async (at) => await open(at, opened, mode),
  ).catch((error: unknown) => {
    throw systemErrorCode(error) === 'ELOOP' && isGuarded ? linkInWay(file, file) : error
  })
  const found = await handle.stat()
  if (!isGuarded || (found.isFile() && found.nlink === 1)) return handle
  await handle.close()
  throw platformError('PLATFORM_FILE_UNWRITABLE', {
    file,
    reason: found.isFile() ? 'it has several names (hard links)' : 'it is no regular file',
    hint: 'Move it away, or put a file of its own in its place.',
  })
}
