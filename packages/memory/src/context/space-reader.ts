import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, posix, relative, sep } from 'node:path'
import { decodeNote, isCanvasFile } from '@datacortex/notes'
import type { Disk, SpacePaths } from '@datacortex/platform'
import {
  localDisk,
  readTextFile,
  secretPlace,
  spelledOnDisk,
  systemErrorReason,
  writtenPathRefusal,
} from '@datacortex/platform'

/** Text and bytes of a file, or why there are none. The text of a canvas is what is written on it. `file`: its path in the space, without links. */
export type ReadInSpace =
  | { readonly text: string; readonly bytes: Uint8Array; readonly file: string }
  | { readonly reason: string }

/** Reads what lies in a space, may be shown and is no secret; nothing else. */
export type SpaceReader = {
  /** Absolute, without symbolic links. */
  readonly root: string
  /** Why a path or pattern that somebody wrote is not followed, seen from its text alone. */
  unsafe(path: string): string | undefined
  /** Why a file or folder may not be read or named: it leads out, is secret, or the screen says so. */
  refusal(path: string): string | undefined
  /** Whether it is a file or a folder, also a hidden one, or why neither; a link that leads out of the space is neither. */
  kindOf(path: string): Promise<'file' | 'folder' | { readonly reason: string }>
  /** A path as the disk has it, if that differs only in the form of Unicode; else as it is. */
  spelled(path: string): Promise<string>
  /** The path in the space that a path leads to over links, in Unicode form NFC; undefined if it leads nowhere in it. */
  behind(path: string): Promise<string | undefined>
  read(path: string): Promise<ReadInSpace>
}

const mostBytes = 5_000_000

/** Opens a space for reading; each path is checked by name and, after it was followed, by where it really leads. */
export async function openSpaceReader(
  paths: SpacePaths,
  access: AccessFilter,
  { disk = localDisk }: { disk?: Disk | undefined } = {},
): Promise<SpaceReader> {
  const root = await disk.realpath(paths.root).catch(() => paths.root)
  const refusal = (path: string): string | undefined => {
    const clean = cleanPath(path)
    return clean === undefined ? leadsOut : (secretPlace(clean) ?? access.path(clean))
  }
  const follow = async (path: string, check: (path: string) => string | undefined): Promise<Followed> => {
    const refused = check(path)
    if (refused !== undefined) return { reason: refused }
    try {
      const led = await disk.realpath(join(root, path))
      const below = relative(root, led).split(sep).join('/')
      if (below === '..' || below.startsWith('../') || join(root, below) !== led) return { reason: leadsOut }
      // A link may give a hidden file an open name, and so may another case of its letters on some disks.
      const inside = await spelledOnDisk(root, below, disk)
      const real = join(root, inside)
      const behind = inside === '' || inside === path ? undefined : check(inside)
      return behind === undefined ? { real, inside } : { reason: behind }
    } catch (error) {
      return { reason: systemErrorReason(error) }
    }
  }
  return {
    root,
    unsafe: writtenPathRefusal,
    refusal,
    async kindOf(path) {
      const followed = await follow(path, secretPlace)
      if ('reason' in followed) return followed
      const found = await stat(followed.real).catch((error: unknown) => systemErrorReason(error))
      if (typeof found === 'string') return { reason: found }
      if (found.isDirectory()) return 'folder'
      return found.isFile() ? 'file' : { reason: 'not a regular file' }
    },
    async spelled(path) {
      return secretPlace(path) === undefined ? await spelledOnDisk(root, path, disk) : path
    },
    async behind(path) {
      const followed = await follow(path, secretPlace)
      return 'reason' in followed ? undefined : followed.inside.normalize('NFC')
    },
    async read(path) {
      const followed = await follow(path, refusal)
      if ('reason' in followed) return followed
      // Read where it led when it was checked.
      const read = await readTextFile(followed.real, { maxBytes: mostBytes })
      if (!read.ok) return { reason: read.reason }
      const { bytes } = read
      const decoded = isCanvasFile(followed.inside) ? decodeNote(bytes, followed.inside) : read
      return 'reason' in decoded ? decoded : { text: decoded.text, bytes, file: followed.inside }
    },
  }
}

/** What lies in a folder, by name, or why that can't be seen. */
export async function entriesIn({ root }: SpaceReader, folder: string): Promise<readonly Dirent[] | string> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(systemErrorReason)
  return typeof entries === 'string' ? entries : entries.sort((one, other) => (one.name < other.name ? -1 : 1))
}

type Followed = { readonly real: string; readonly inside: string } | { readonly reason: string }

const leadsOut = 'it leads out of the space'
/** Why there is nothing where nothing lies, as the system says it. */
export const absent = 'it does not exist'

function cleanPath(path: string): string | undefined {
  const clean = posix.normalize(path.normalize('NFC')).replace(/\/$/, '')
  return clean === '..' || clean.startsWith('../') || clean.startsWith('/') ? undefined : clean
}

/** Decides what may be in a context. Whatever it gives a reason for is left out with that reason, before it is read. */
export type AccessFilter = {
  /** Why a file or folder may not be shown or named; undefined if it may. Relative to the space, with `/`. */
  readonly path: (path: string) => string | undefined
  /** Why a session memory may not be shown, by its id without prefix; undefined if it may. */
  readonly memory: (id: string) => Promise<string | undefined>
}

export const allowAll: AccessFilter = { path: () => undefined, memory: () => Promise.resolve(undefined) }
