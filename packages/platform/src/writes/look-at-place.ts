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
  /** Undefined if nothing is there. */
  readonly content: Uint8Array | undefined
}

/**
 * Checks a path by what is on the disk now: every parent a real folder, no symbolic link, no second spelling of a name
 * that is there, and at the end nothing or a plain file.
 *
 * @param root - A real path.
 * @param parts - From `checkWritePath`.
 * @throws {@link WritesRefusedError} with the reason.
 */
export async function lookAtPlace(root: string, parts: readonly string[]): Promise<Place> {
  const path = parts.join('/')
  const refuse = (reason: string, cause?: unknown): never => {
    throw new WritesRefusedError({ path, reason, cause })
  }
  let current = root
  for (const [index, part] of parts.entries()) {
    const twin = await otherSpelling(current, part)
    if (twin !== undefined) return refuse(`${JSON.stringify(twin)} is there already and differs only in its spelling`)
    current = join(current, part)
    const found = await existing(current)
    if (found === undefined) return { file: join(root, ...parts), content: undefined }
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
    return { file: current, content: await readPlain(current) }
  } catch (error) {
    return refuse(systemErrorReason(error), error)
  }
}

async function readPlain(file: string): Promise<Uint8Array> {
  await using handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW)
  return await handle.readFile()
}

async function otherSpelling(folder: string, part: string): Promise<string | undefined> {
  const folded = foldedName(part)
  const names: readonly string[] = await readdir(folder).catch((error: unknown): string[] => {
    if (systemErrorCode(error) === 'ENOENT') return []
    throw new WritesRefusedError({ path: part, reason: systemErrorReason(error), cause: error })
  })
  if (names.includes(part)) return undefined
  return names.find((name) => foldedName(name) === folded)
}

async function existing(file: string): Promise<Stats | undefined> {
  try {
    return await lstat(file)
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
