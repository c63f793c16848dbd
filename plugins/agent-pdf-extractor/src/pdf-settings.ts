import { z } from 'zod'

/** How much of a PDF is read at most. */
export type PdfSettings = {
  readonly max_bytes: number
  readonly max_pages: number
  /** Of the whole text. */
  readonly max_characters: number
}

export const PdfSettings: z.ZodType<PdfSettings> = z.strictObject({
  max_bytes: z.int().positive().default(200_000_000),
  max_pages: z.int().positive().default(5000),
  max_characters: z.int().positive().default(20_000_000),
})
