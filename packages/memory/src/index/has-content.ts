import { type FileStamp, type ScannedNote, readNoteBytes } from '@datacortex/notes'
import { sha256 } from '@datacortex/platform'

/** Whether a file has the content that was read: hashing takes a tenth of parsing, and a checkout touches all. */
export async function hasContent(
  scanned: Pick<ScannedNote, 'path' | 'file' | 'sizeBytes'>,
  stamp: FileStamp,
): Promise<boolean> {
  if (scanned.sizeBytes !== stamp.sizeBytes) return false
  const bytes = await readNoteBytes(scanned).catch(() => undefined)
  return bytes !== undefined && sha256(bytes) === stamp.sha256
}
