import { z } from 'zod'

export type PdfSettings = z.infer<typeof PdfSettings>

export const PdfSettings = z.strictObject({
  max_bytes: z.int().positive().default(200_000_000),
  max_pages: z.int().positive().default(5000),
  /** Of the whole text. */
  max_characters: z.int().positive().default(20_000_000),
})
