import type { FileStamp, ScannedNote } from '@datacortex/notes'
import { readNoteBytes } from '@datacortex/notes'
import { sha256 } from '@datacortex/platform'

/**
 * Whether a file still has the content it had when it was read. Parsing takes ten times as long as hashing, and a
 * checkout touches every file.
 */
export async function hasContent(
  scanned: Pick<ScannedNote, 'path' | 'file' | 'sizeBytes'>,
  stamp: FileStamp,
): Promise<boolean> {
  if (scanned.sizeBytes !== stamp.sizeBytes) return false
  const bytes = await readNoteBytes(scanned).catch(() => undefined)
  return bytes !== undefined && sha256(bytes) === stamp.sha256
}
