import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { type FileHandle, lstat, open, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { sha256 } from '../hash.ts'
import { type Disk, localDisk } from './disk.ts'
import { type Below, inFolder } from './hold-folder.ts'
import { ifMissing } from './if-missing.ts'
import { syncFolder } from './sync-folder.ts'
import { readPlain } from './read-plain.ts'
import { systemErrorCode } from './system-error-reason.ts'
import { temporaryName } from './temporary-name.ts'
import { unwritable } from './unwritable.ts'
import { writtenTarget } from './written-target.ts'

/**
 * Replaces a file as a whole: readers see the old or the new content, also after a kill or a power cut.
 *
 * Makes missing folders, writes a temporary file beside the target, syncs it, renames it and syncs the folder. A
 * kill can leave the temporary file behind; `walkFiles` passes over it and `removeTemporaryFiles` removes it.
 * @param file - Target path. Outside of spaces, if it is a symbolic link to a file, that file is replaced and the link
 *   stays; one that leads nowhere, such as to a disk that is not mounted, is refused. In `.datacore`, and where `below` says
 *   so, only a link to a file of the same name is followed, and none in what the program keeps there for itself.
 * @param options - `mode`: permission bits of a new file; an existing file keeps its own. `isRebuildable`: nothing is
 *   synced, which is several times faster; whole after a kill as well, but perhaps empty after a power cut.
 *   `isOneOfMany`: the caller syncs the folder, once for all files. `replacesLink`: a symbolic link is itself replaced. `below`: the folder below which no folder may be a link; the space,
 *   for what lies in its `.datacore`, if absent.
 * @throws `PLATFORM_FILE_UNWRITABLE` if the disk is full, read-only or forbids it, or a link is in the way; the target is
 *   then unchanged.
 * @example await writeFileAtomically('/space/.datacore/registry/agents.yaml', text)
 */
export async function writeFileAtomically(
  file: string,
  data: string | Uint8Array,
  options: WriteFileOptions = {},
): Promise<void> {
  await replaceFile(file, data, options)
}

type WriteFileOptions = Below & {
  readonly mode?: number | undefined
  readonly isRebuildable?: boolean | undefined
  readonly isOneOfMany?: boolean | undefined
  readonly replacesLink?: boolean | undefined
}

/**
 * As {@link writeFileAtomically}, unless something else is there than the caller saw: that is looked at in the last
 * moment, when all is written, and a new file replaces none.
 * @param options - `expected`: SHA-256 of what may be replaced, or `absent`; whatever is there if absent. `disk`: where
 *   it lies; others as there.
 * @returns False if something else is there; it stays as it is.
 * @throws `PLATFORM_FILE_UNWRITABLE`
 * @example if (!(await replaceFile(file, text, { expected: sha256(before) }))) throw new Error('it was saved
 *   meanwhile')
 */
export async function replaceFile(
  file: string,
  data: string | Uint8Array,
  options: WriteFileOptions & { readonly expected?: string | undefined; readonly disk?: Disk | undefined },
): Promise<boolean> {
  const { mode, isRebuildable = false, isOneOfMany = false, replacesLink = false } = options
  const { expected, disk = localDisk } = options
  try {
    const { target, below } = replacesLink ? { target: file, ...options } : await writtenTarget(file, options)
    return await inFolder(target, { below, make: true }, async (at) => {
      const temporary = join(dirname(at), temporaryName(basename(target), randomUUID()))
      let isRenamed = false
      try {
        await write(temporary, data, { mode, isRebuildable, like: await lstat(at).catch(ifMissing(undefined)) })
        const placed = await takesPlace(temporary, { target: at, data, expected, disk })
        if (placed === undefined) return false
        isRenamed = placed === 'renamed'
      } finally {
        if (!isRenamed) await rm(temporary, { force: true })
      }
      if (!isRebuildable && !isOneOfMany) await syncFolder(dirname(at))
      return true
    })
  } catch (error) {
    throw unwritable(file, error)
  }
}

type Placing = {
  readonly target: string
  readonly data: string | Uint8Array
  readonly expected: string | undefined
  readonly disk: Disk
}

async function takesPlace(temporary: string, { target, data, expected, disk }: Placing) {
  // A network disk whose answer was lost is asked again, and then finds the name taken or the file gone: by itself.
  const isDone = async (): Promise<boolean> => await hasDigest(target, { expected: sha256(data), disk })
  if (expected === 'absent') {
    try {
      // The disk itself knows whether it has the name, in whatever spelling.
      await disk.link(temporary, target)
      return 'linked'
    } catch (error) {
      if (systemErrorCode(error) === 'EEXIST') return (await isDone()) ? 'linked' : undefined
      // Some disks have no second names for a file: there a moment has to be left.
      if ((await disk.lstat(target).catch(ifMissing(undefined))) !== undefined) return undefined
    }
  } else if (expected !== undefined && !(await hasDigest(target, { expected, disk }))) return undefined
  await disk.rename(temporary, target).catch(async (error: unknown) => {
    if (systemErrorCode(error) !== 'ENOENT' || !(await isDone())) throw error
  })
  return 'renamed'
}

async function hasDigest(file: string, { expected, disk }: Pick<Placing, 'expected' | 'disk'>): Promise<boolean> {
  try {
    return sha256(await readPlain(file, disk)) === expected
  } catch (error) {
    // It is gone, or a link now.
    if (['ENOENT', 'ELOOP'].includes(systemErrorCode(error) ?? '')) return false
    throw error
  }
}

type WriteOptions = {
  readonly mode: number | undefined
  readonly isRebuildable: boolean
  readonly like: Stats | undefined
}

async function write(temporary: string, data: string | Uint8Array, options: WriteOptions): Promise<void> {
  const { mode, isRebuildable } = options
  const like = options.like?.isFile() === true ? options.like : undefined
  // `wx` never follows a link that somebody put there. FileHandle.writeFile goes on after a short write, which is
  // how a disk that fills up shows itself first.
  await using handle = await open(temporary, 'wx', like === undefined ? mode : like.mode & 0o7777)
  await handle.writeFile(data)
  if (like !== undefined) await keepOwnership(handle, like)
  // What is for nobody else is so on odd file systems too; for others the umask decides.
  else if (mode !== undefined && (mode & 0o077) === 0) await handle.chmod(mode)
  if (!isRebuildable) await handle.sync()
}

async function keepOwnership(handle: FileHandle, like: Stats): Promise<void> {
  const now = await handle.stat()
  // Only the owner of the machine may give files away, but everybody to the groups that they are in; the content
  // matters more than whose it is.
  const isGiven = now.uid !== like.uid && (await wasGiven(handle, like))
  if (!isGiven && now.gid !== like.gid) await wasGiven(handle, { uid: now.uid, gid: like.gid })
  await handle.chmod(like.mode & 0o7777)
}

async function wasGiven(handle: FileHandle, { uid, gid }: Pick<Stats, 'uid' | 'gid'>): Promise<boolean> {
  try {
    await handle.chown(uid, gid)
    return true
  } catch (error) {
    if (systemErrorCode(error) !== 'EPERM') throw error
    return false
  }
}
