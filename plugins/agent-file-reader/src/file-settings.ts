import { z } from 'zod'

export type FileSettings = z.infer<typeof FileSettings>

export const FileSettings = z.strictObject({
  max_bytes: z.int().positive().default(50_000_000),
  /** Of tables: rows beyond are left out, and said. */
  max_rows: z.int().positive().default(1000),
  max_columns: z.int().positive().default(50),
  /** Of JSON, as it is shown. */
  max_depth: z.int().positive().max(100).default(12),
  /** Of archives such as DOCX and EPUB. */
  max_files: z.int().positive().default(5000),
  max_unpacked_bytes: z.int().positive().default(300_000_000),
})
