import { z } from 'zod'

/** How much of a file is read at most. */
export type FileSettings = {
  readonly max_bytes: number
  /** Of tables: rows beyond are left out, and said. */
  readonly max_rows: number
  readonly max_columns: number
  /** Of JSON, as it is shown. */
  readonly max_depth: number
  /** Of archives such as DOCX and EPUB. */
  readonly max_files: number
  readonly max_unpacked_bytes: number
}

export const FileSettings: z.ZodType<FileSettings> = z.strictObject({
  max_bytes: z.int().positive().default(50_000_000),
  max_rows: z.int().positive().default(1000),
  max_columns: z.int().positive().default(50),
  max_depth: z.int().positive().max(100).default(12),
  max_files: z.int().positive().default(5000),
  max_unpacked_bytes: z.int().positive().default(300_000_000),
})
