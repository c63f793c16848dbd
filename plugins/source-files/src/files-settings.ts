import { isAbsolute } from 'node:path'
import { z } from 'zod'

export type FilesSettings = z.infer<typeof FilesSettings>

export const FilesSettings = z.strictObject({
  /** Absolute, or beginning with `~/`; empty if there is none yet. */
  folder: z.string().refine(isPlace, 'must be an absolute path, or begin with ~/'),
  /** Endings of names, with their dot. */
  extensions: z.array(z.string().regex(/^\.[^/\\]+$/, 'must begin with a dot')).min(1),
  /** Further files are passed over. */
  max_files: z.number().int().min(1).max(1_000_000),
  /** Larger files are passed over. */
  max_file_bytes: z.number().int().min(1).max(100_000_000),
})

function isPlace(folder: string): boolean {
  return folder === '' || folder.startsWith('~/') || isAbsolute(folder)
}
