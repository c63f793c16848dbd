import type { Stats } from 'node:fs'
import { dirname, join } from 'node:path'
import { platformError } from '../errors.ts'
import { type Disk, localDisk } from '../files/disk.ts'
import { ifMissing } from '../files/if-missing.ts'
import { readPlain } from '../files/read-plain.ts'
import { systemErrorCode, systemErrorReason } from '../files/system-error-reason.ts'
import { isTemporaryName } from '../files/temporary-name.ts'
import { foldedName } from './folded-name.ts'

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

/** Checks a path by the disk: parents are real folders, no link, no second spelling, at the end nothing or a file. */
export async function lookAtPlace(
  root: string,
  parts: readonly string[],
  { disk = localDisk }: { disk?: Disk | undefined } = {},
): Promise<Place> {
  const path = parts.join('/')
  const refuse = (reason: string, cause?: unknown): never => {
    throw platformError('WRITES_REFUSED', { path, reason }, { cause })
  }
  const real = [...parts]
  let current = root
  for (const [index, part] of parts.entries()) {
    const name = await nameOnDisk(current, { part, refuse, disk })
    real[index] = name
    current = join(current, name)
    const looked = disk.lstat(current).catch(ifMissing(undefined))
    const found = await looked.catch((error: unknown) => refuse(systemErrorReason(error), error))
    if (found === undefined)
      return { file: join(root, ...real), parts: real, content: undefined, newFolders: parts.length - 1 - index }
    if (found.isSymbolicLink()) return refuse('it passes through a symbolic link')
    if (index < parts.length - 1) {
      if (!found.isDirectory()) return refuse(`${JSON.stringify(part)} is no folder`)
      continue
    }
    if (!found.isFile()) return refuse('it is not a regular file')
    if (found.nlink > 1 && (await namesOf(current, { found, disk })) > 1)
      return refuse('the file has several names (hard links)')
    if ((found.mode & 0o111) !== 0) return refuse('it is a program')
  }
  const content = await readPlain(current, disk).catch((error: unknown) => refuse(systemErrorReason(error), error))
  return { file: current, parts: real, content, newFolders: 0 }
}

/** How many names a file has beside those that a writer which was killed left behind. */
async function namesOf(file: string, { found, disk }: { found: Stats; disk: Disk }): Promise<number> {
  const folder = dirname(file)
  const left = (await disk.readdir(folder)).filter(isTemporaryName)
  const stats = await Promise.all(left.map((name) => disk.lstat(join(folder, name)).catch(ifMissing(undefined))))
  return found.nlink - stats.filter((one) => one?.ino === found.ino).length
}

/** How a name is written there; as it was asked for if nothing like it is there. */
async function nameOnDisk(
  folder: string,
  options: { readonly part: string; readonly refuse: (reason: string) => never; readonly disk: Disk },
): Promise<string> {
  const { part, refuse, disk } = options
  const folded = foldedName(part)
  const names = await disk.readdir(folder).catch((error: unknown): readonly string[] => {
    if (systemErrorCode(error) === 'ENOENT') return []
    throw platformError('WRITES_REFUSED', { path: part, reason: systemErrorReason(error) }, { cause: error })
  })
  if (names.includes(part)) return part
  const [twin, ...others] = names.filter((name) => foldedName(name) === folded)
  if (twin === undefined) return part
  // The same letters in another form of Unicode, as macOS writes them; of several nobody knows which one is meant.
  if (others.length === 0 && twin.normalize('NFC') === part) return twin
  return refuse(`${JSON.stringify(twin)} is there already and differs only in its spelling`)
}
