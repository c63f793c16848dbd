import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { FileUnwritableError } from './errors.ts'
import { systemErrorReason } from './system-error-reason.ts'

/**
 * Replaces a file as a whole: readers see the old or the new content, also after a kill or a power cut.
 *
 * Makes missing folders, writes a temporary file beside the target, syncs it, renames it.
 *
 * @param file - Target path.
 * @param data - Whole new content.
 * @param options - `mode`: permission bits of a new file; an existing file keeps its own.
 * @throws {@link FileUnwritableError} if the disk is full, read-only or forbids it; the target is then unchanged.
 * @example await writeFileAtomically('/space/.datacore/registry/agents.yaml', text)
 */
export async function writeFileAtomically(
  file: string,
  data: string | Uint8Array,
  options: { readonly mode?: number | undefined } = {},
): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFileAtomic(file, typeof data === 'string' ? data : Buffer.from(data), {
      fsync: true,
      ...(options.mode === undefined ? {} : { mode: options.mode }),
    })
  } catch (error) {
    throw new FileUnwritableError({ file, reason: systemErrorReason(error), cause: error })
  }
}
