import { type FileStamp, type ScannedNote, readNoteBytes } from '@datacortex/notes'
import { sha256 } from '@datacortex/platform'

/** Clocks of file systems tick coarsely: a change right after reading may carry the same time. */
const freshMs = 2000

/** Of no file: anyone who compares has to read it. */
const unsettled = -1

/** By what a file will be known again; the time of one that was written just before it was read does not count. */
export function fileStamp(
  { sizeBytes, mtimeMs, inode }: Pick<ScannedNote, 'sizeBytes' | 'mtimeMs' | 'inode'>,
  read: { readonly sha256: string; readonly startedAt: number },
): FileStamp {
  const fresh = Math.abs(read.startedAt - mtimeMs) < freshMs
  return { sizeBytes, mtimeMs: fresh ? unsettled : mtimeMs, inode, sha256: read.sha256 }
}

/** Whether everybody who compares a file with its stamp has to read it. */
export function isUnsettled({ mtimeMs }: FileStamp): boolean {
  return mtimeMs === unsettled
}

/** Whether a file has the content that was read: hashing takes a tenth of parsing, and a checkout touches all. */
export async function hasContent(scanned: Pick<ScannedNote, 'path' | 'file' | 'sizeBytes'>, stamp: FileStamp) {
  if (scanned.sizeBytes !== stamp.sizeBytes) return false
  const bytes = await readNoteBytes(scanned).catch(() => undefined)
  return bytes !== undefined && sha256(bytes) === stamp.sha256
}
