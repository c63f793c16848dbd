import { z } from 'zod'

/** Limits of what is read at once. */
export type ParserSettings = {
  /** Files of an archive or a folder together, in bytes. */
  readonly max_unpacked_bytes: number
  readonly max_files: number
  /** Larger JSON is read piece by piece, in bytes. */
  readonly stream_bytes: number
}

export const ParserSettings: z.ZodType<ParserSettings> = z.looseObject({
  max_unpacked_bytes: z.number().int().min(1).default(500_000_000),
  max_files: z.number().int().min(1).default(50_000),
  stream_bytes: z.number().int().min(1).max(400_000_000).default(64_000_000),
})
