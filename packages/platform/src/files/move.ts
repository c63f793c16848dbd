import { link, lstat, rename } from 'node:fs/promises'
import { type Below, inFolder, linkInWay } from './hold-folder.ts'

/**
 * Gives a file or folder another name; what has that name is replaced as by the system.
 * @param from - Path; of a link the link itself is meant.
 * @param to - In a folder that is there.
 * @param options - `below`: as for `writeFileAtomically`, for both.
 * @throws What `node:fs` throws; `PLATFORM_FILE_UNWRITABLE` if a link is in the way.
 * @example await move(staged, join(paths.modulesDirectory, name))
 */
export async function move(from: string, to: string, options: Below = {}): Promise<void> {
  await inFolder(from, options, async (at) => await inFolder(to, options, async (place) => await rename(at, place)))
}

/**
 * Gives a file a second name, if nothing has it.
 * @param file - Path; no link.
 * @param added - In a folder that is there.
 * @param options - As of {@link move}.
 * @throws As {@link move}; EEXIST if something is there.
 * @example await addName(active, older)
 */
export async function addName(file: string, added: string, options: Below = {}): Promise<void> {
  await inFolder(file, options, async (at) => {
    if ((await lstat(at)).isSymbolicLink()) throw linkInWay(file, file)
    await inFolder(added, options, async (place) => await link(at, place))
  })
}
