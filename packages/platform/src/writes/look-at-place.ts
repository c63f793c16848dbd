import type { Stats } from 'node:fs'
import { constants } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { WritesRefusedError } from '../errors.ts'
import { systemErrorCode, systemErrorReason } from '../files/system-error-reason.ts'
import { foldedName } from './check-path.ts'

/** What lies where something is to be written. */
export type Place = {
  /** Absolute. */
  readonly file: string
  /** The path as the disk has it: what macOS wrote may be in the decomposed form of Unicode. */
  readonly parts: readonly string[]
  /** Undefined if nothing is there. */
  readonly content: Uint8Array | undefined
  /** How many folders have to be made for it. */
  readonly newFolders: number
}

/**
 * Checks a path by what is on the disk now: every parent a real folder, no symbolic link, no second spelling of a name
 * that is there, and at the end nothing or a plain file. A name that differs only in the form of its Unicode is the same.
 *
 * @throws {@link WritesRefusedError} with the reason.
 */
export async function lookAtPlace(root: string, parts: readonly string[]): Promise<Place> {
  const path = parts.join('/')
  const refuse = (reason: string, cause?: unknown): never => {
    throw new WritesRefusedError({ path, reason, cause })
  }
  const real = [...parts]
  let current = root
  for (const [index, part] of parts.entries()) {
    const name = await nameOnDisk(current, { part, refuse })
    real[index] = name
    current = join(current, name)
    const found = await existing(current)
    if (found === undefined)
      return { file: join(root, ...real), parts: real, content: undefined, newFolders: parts.length - 1 - index }
    if (found.isSymbolicLink()) return refuse('it passes through a symbolic link')
    if (index < parts.length - 1) {
      if (!found.isDirectory()) return refuse(`${JSON.stringify(part)} is no folder`)
      continue
    }
    if (!found.isFile()) return refuse('it is not a regular file')
    if (found.nlink > 1) return refuse('the file has several names (hard links)')
    if ((found.mode & 0o111) !== 0) return refuse('it is a program')
  }
  try {
    return { file: current, parts: real, content: await readPlain(current), newFolders: 0 }
  } catch (error) {
    return refuse(systemErrorReason(error), error)
  }
}

async function readPlain(file: string): Promise<Uint8Array> {
  await using handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW)
  return await handle.readFile()
}

/** How a name is written there; as it was asked for if nothing like it is there. */
async function nameOnDisk(
  folder: string,
  { part, refuse }: { readonly part: string; readonly refuse: (reason: string) => never },
): Promise<string> {
  const folded = foldedName(part)
  const names: readonly string[] = await readdir(folder).catch((error: unknown): string[] => {
    if (systemErrorCode(error) === 'ENOENT') return []
    throw new WritesRefusedError({ path: part, reason: systemErrorReason(error), cause: error })
  })
  if (names.includes(part)) return part
  const [twin, ...others] = names.filter((name) => foldedName(name) === folded)
  if (twin === undefined) return part
  // The same letters in another form of Unicode, as macOS writes them; of several nobody knows which one is meant.
  if (others.length === 0 && twin.normalize('NFC') === part) return twin
  return refuse(`${JSON.stringify(twin)} is there already and differs only in its spelling`)
}

async function existing(file: string): Promise<Stats | undefined> {
  try {
    return await lstat(file)
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
