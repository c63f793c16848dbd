import { type Stats, lstatSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStamp } from '@datacortex/notes'
import { type SpacePaths, systemErrorCode, ifRefused } from '@datacortex/platform'
import { hasContent } from './file-stamp.ts'

/** How the file of a note differs from what was indexed. */
export type NoteState = 'changed' | 'missing'

/** How a file differs from what was indexed, by size, time and inode, then by content; undefined if it does not. */
export async function noteState(
  paths: Pick<SpacePaths, 'root'>,
  { path, stamp }: { path: string; stamp: FileStamp },
): Promise<NoteState | undefined> {
  let file = join(paths.root, path)
  let found = lookAt(file)
  if (found === 'missing' && /[^\0-\x7f]/.test(path)) {
    file = (await spelledOtherwise(paths.root, path)) ?? file
    found = lookAt(file)
  }
  if (found === undefined || found === 'missing') return found
  const { size: sizeBytes, mtimeMs, ino } = found
  if (sizeBytes === stamp.sizeBytes && mtimeMs === stamp.mtimeMs && ino === stamp.inode) return undefined
  return (await hasContent({ path, file, sizeBytes }, stamp)) ? undefined : 'changed'
}

/** At once: waiting for each hit of each search takes several times as long as looking. */
function lookAt(file: string): Stats | 'missing' | undefined {
  try {
    const found = lstatSync(file)
    // No note stands behind a link.
    return found.isFile() ? found : 'missing'
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '') ? 'missing' : undefined
  }
}

/** Paths are kept in Unicode normal form C; a disk may have the names in another one. */
async function spelledOtherwise(root: string, path: string): Promise<string | undefined> {
  let folder = root
  for (const part of path.split('/')) {
    const names = await readdir(folder).catch(ifRefused([]))
    const name = names.find((one) => one.normalize('NFC') === part)
    if (name === undefined) return undefined
    folder = join(folder, name)
  }
  return folder
}
