import { sha256 } from '@datacortex/platform'
import { readNoteBytes } from '../notes/files/read-note-bytes.ts'
import type { ScannedNote } from '../notes/files/scan-notes.ts'
import type { FileStamp } from './graph-note.ts'

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
