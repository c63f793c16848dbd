import { isAbsolute } from 'node:path'
import { z } from 'zod'

/** What the source is told by `settings.yaml`. */
export type FilesSettings = {
  /** Absolute, or beginning with `~/`; empty if there is none yet. */
  readonly folder: string
  /** Endings of names, with their dot. */
  readonly extensions: readonly string[]
  /** Further files are passed over. */
  readonly max_files: number
  /** Larger files are passed over. */
  readonly max_file_bytes: number
}

export const FilesSettings: z.ZodType<FilesSettings> = z.strictObject({
  folder: z.string().refine(isPlace, 'must be an absolute path, or begin with ~/'),
  extensions: z.array(z.string().regex(/^\.[^/\\]+$/, 'must begin with a dot')).min(1),
  max_files: z.number().int().min(1).max(1_000_000),
  max_file_bytes: z.number().int().min(1).max(100_000_000),
})

function isPlace(folder: string): boolean {
  return folder === '' || folder.startsWith('~/') || isAbsolute(folder)
}
