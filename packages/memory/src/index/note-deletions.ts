import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GraphNote, ScannedNote, Skipped } from '@datacortex/notes'
import type { Disk, SpacePaths } from '@datacortex/platform'
import {
  foldedName,
  isThere,
  localDisk,
  sha256,
  systemErrorCode,
  systemErrorReason,
  ifRefused,
} from '@datacortex/platform'
import { memoryError } from '../errors.ts'
import type { FileChanges, KnownNotes } from './find-file-changes.ts'

export type ConfirmDeletion = (gone: number, total: number) => Promise<boolean>

const mostGoneNotes = 5
const mostGoneShare = 0.2

/** Which of the notes that are gone may be deleted: few, moved or agreed to. Throws `MEMORY_MANY_NOTES_GONE`. */
export async function decideDeletions(
  changes: FileChanges,
  { known, stored, confirm }: KnownNotes & { readonly confirm: ConfirmDeletion | undefined },
): Promise<{ readonly delete: readonly string[]; readonly keep: readonly string[] }> {
  const total = changes.gone.length === 0 ? 0 : new Set([...known.keys(), ...stored.keys()]).size
  if (!areMany(changes.gone, total)) return { delete: changes.gone, keep: [] }
  const present = await newContents(changes, known)
  const lost = changes.gone.filter((path) => !present.has(known.get(path)?.file.sha256 ?? ''))
  if (!areMany(lost, total)) return { delete: changes.gone, keep: [] }
  if (confirm === undefined)
    throw memoryError('MEMORY_MANY_NOTES_GONE', { gone: lost.length, total, examples: lost.slice(0, 3) })
  if (await confirm(lost.length, total)) return { delete: changes.gone, keep: [] }
  const keep = new Set(lost)
  return { delete: changes.gone.filter((path) => !keep.has(path)), keep: lost }
}

export type VerifyGoneOptions = {
  readonly paths: SpacePaths
  readonly scannedAtMs: number
  readonly found?: readonly ScannedNote[] | undefined
  readonly disk?: Disk | undefined
}

/** Looks again, just before rows are deleted, whether files are gone; one that came since is for the next update. */
export async function verifyGone(
  gone: readonly string[],
  { paths, scannedAtMs, found, disk = localDisk }: VerifyGoneOptions,
): Promise<{ readonly gone: readonly string[]; readonly skipped: readonly Skipped[] }> {
  const { root } = paths
  const inodes = new Map(found?.map(({ path, inode }) => [foldedName(path), inode]))
  const verified: string[] = []
  const skipped: Skipped[] = []
  if (gone.length > 0 && !(await isThere(root)))
    return { gone: [], skipped: [{ path: '', reason: systemErrorReason({ code: 'ENOENT' }) }] }
  const links = new Map<string, Promise<boolean>>()
  for (const path of gone) {
    try {
      const found = (await isBehindLink(path, { root, links, disk })) ? undefined : await disk.lstat(join(root, path))
      // A file that was there at the scan, which did not count it as a note, is none any more.
      const isOld = found === undefined || found.ctimeMs < scannedAtMs - clockSlackMs
      if (isOld || !found.isFile() || inodes.get(foldedName(path)) === found.ino) verified.push(path)
    } catch (error) {
      const code = systemErrorCode(error) ?? ''
      if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(code)) verified.push(path)
      else skipped.push({ path, reason: systemErrorReason(error) })
    }
  }
  return { gone: verified, skipped }
}

/** Whether a folder above is a symbolic link: the scan follows none, however new the file behind it is. */
async function isBehindLink(
  path: string,
  { root, links, disk }: { root: string; links: Map<string, Promise<boolean>>; disk: Disk },
): Promise<boolean> {
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
    const folder = path.slice(0, end)
    const isLink = links.get(folder) ?? disk.lstat(join(root, folder)).then((found) => found.isSymbolicLink())
    links.set(folder, isLink)
    if (await isLink) return true
  }
  return false
}

/** File systems stamp changes with a clock that may lag a little behind. */
const clockSlackMs = 2000

function areMany(gone: readonly string[], total: number): boolean {
  return gone.length > mostGoneNotes && gone.length > mostGoneShare * total
}

/** Hashes of the files that the index does not know by their path: a renamed folder is no loss. */
async function newContents({ candidates }: FileChanges, known: ReadonlyMap<string, GraphNote>) {
  const hashes = new Set<string>()
  for (const { path, file } of candidates) {
    if (known.has(path)) continue
    const bytes = await readFile(file).catch(ifRefused(undefined))
    if (bytes !== undefined) hashes.add(sha256(bytes))
  }
  return hashes
}
