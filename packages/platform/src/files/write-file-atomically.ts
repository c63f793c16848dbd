import { randomUUID } from 'node:crypto'
import { type FileHandle, lstat, open, realpath, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { platformError } from '../errors.ts'
import { sha256 } from '../hash.ts'
import { type Disk, localDisk } from './disk.ts'
import { ifMissing } from './if-missing.ts'
import { makeFolder } from './make-folder.ts'
import { refuseOutsideSpace } from '../paths/outside-space.ts'
import { syncFolder } from './sync-folder.ts'
import { isLink } from './is-link.ts'
import { readPlain } from './read-plain.ts'
import { danglingLink, systemErrorCode, systemErrorReason } from './system-error-reason.ts'
import { temporaryName } from './temporary-name.ts'

/**
 * Replaces a file as a whole: readers see the old or the new content, also after a kill or a power cut.
 *
 * Makes missing folders, writes a temporary file beside the target, syncs it, renames it and syncs the folder. A
 * kill can leave the temporary file behind; `walkFiles` passes over it and `removeTemporaryFiles` removes it.
 *
 * @param file - Target path. If it is a symbolic link to a file, that file is replaced and the link stays; one that
 *   leads nowhere, such as to a disk that is not mounted, is refused.
 * @param data - Whole new content; text is written as UTF-8.
 * @param options - `mode`: permission bits of a new file; an existing file keeps its own. `isRebuildable`: nothing is
 *   synced, which is several times faster; whole after a kill as well, but perhaps empty after a power cut.
 *   `replacesLink`: a symbolic link is itself replaced.
 * @throws `PLATFORM_FILE_UNWRITABLE` if the disk is full, read-only or forbids it, or if it belongs to the state of a
 *   space and a link leads it out of there; the target is then unchanged.
 * @example await writeFileAtomically('/space/.datacore/registry/agents.yaml', text)
 */
export async function writeFileAtomically(
  file: string,
  data: string | Uint8Array,
  options: WriteFileOptions = {},
): Promise<void> {
  await replaceFile(file, data, options)
}

type WriteFileOptions = {
  readonly mode?: number | undefined
  readonly isRebuildable?: boolean | undefined
  readonly replacesLink?: boolean | undefined
}

/**
 * As {@link writeFileAtomically}, unless something else is there than the caller saw: that is looked at in the last
 * moment, when all is written, and a new file replaces none.
 *
 * @param file - Target path.
 * @param data - Whole new content.
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
  const { mode, isRebuildable = false, replacesLink = false, expected, disk = localDisk } = options
  await refuseOutsideSpace(replacesLink ? dirname(file) : file)
  try {
    await makeFolder(dirname(file))
    const target = replacesLink ? file : await targetOf(file)
    const temporary = join(dirname(target), temporaryName(basename(target), randomUUID()))
    try {
      await write(temporary, data, {
        mode,
        isRebuildable,
        like: await (replacesLink ? lstat : stat)(target).catch(ifMissing(undefined)),
      })
      if (!(await takesPlace(temporary, { target, expected, disk }))) return false
    } finally {
      await rm(temporary, { force: true })
    }
    if (!isRebuildable) await syncFolder(dirname(target))
    return true
  } catch (error) {
    throw platformError('PLATFORM_FILE_UNWRITABLE', { file, reason: systemErrorReason(error) }, { cause: error })
  }
}

type Placing = { readonly target: string; readonly expected: string | undefined; readonly disk: Disk }

async function takesPlace(temporary: string, { target, expected, disk }: Placing): Promise<boolean> {
  if (expected === 'absent') {
    try {
      // The disk itself knows whether it has the name, in whatever spelling.
      await disk.link(temporary, target)
      return true
    } catch (error) {
      if (systemErrorCode(error) === 'EEXIST') return false
      // Some disks have no second names for a file: there a moment has to be left.
      if ((await disk.lstat(target).catch(ifMissing(undefined))) !== undefined) return false
    }
  } else if (expected !== undefined && !(await hasDigest(target, { expected, disk }))) return false
  await disk.rename(temporary, target)
  return true
}

async function hasDigest(file: string, { expected, disk }: Omit<Placing, 'target'>): Promise<boolean> {
  try {
    return sha256(await readPlain(file, disk)) === expected
  } catch (error) {
    // It is gone, or a link now.
    if (['ENOENT', 'ELOOP'].includes(systemErrorCode(error) ?? '')) return false
    throw error
  }
}

async function targetOf(file: string): Promise<string> {
  const target = await realpath(file).catch(ifMissing(undefined))
  if (target === undefined && (await isLink(file))) throw new Error(danglingLink)
  return target ?? file
}

type Ownership = { readonly mode: number; readonly uid: number; readonly gid: number }

type WriteOptions = {
  readonly mode: number | undefined
  readonly isRebuildable: boolean
  readonly like: Ownership | undefined
}

async function write(temporary: string, data: string | Uint8Array, options: WriteOptions): Promise<void> {
  const { mode, isRebuildable, like } = options
  // `wx` never follows a link that somebody put there. FileHandle.writeFile goes on after a short write, which is
  // how a disk that fills up shows itself first.
  await using handle = await open(temporary, 'wx', like === undefined ? mode : like.mode & 0o7777)
  await handle.writeFile(data)
  if (like !== undefined) await keepOwnership(handle, like)
  if (!isRebuildable) await handle.sync()
}

async function keepOwnership(handle: FileHandle, like: Ownership): Promise<void> {
  const now = await handle.stat()
  // Only the owner of the machine may give files away, but everybody to the groups that they are in; the content
  // matters more than whose it is.
  const isGiven = now.uid !== like.uid && (await wasGiven(handle, like))
  if (!isGiven && now.gid !== like.gid) await wasGiven(handle, { uid: now.uid, gid: like.gid })
  await handle.chmod(like.mode & 0o7777)
}

async function wasGiven(handle: FileHandle, { uid, gid }: Pick<Ownership, 'uid' | 'gid'>): Promise<boolean> {
  try {
    await handle.chown(uid, gid)
    return true
  } catch (error) {
    if (systemErrorCode(error) !== 'EPERM') throw error
    return false
  }
}
