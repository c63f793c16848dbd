import { z } from 'zod'

export type ParserSettings = z.infer<typeof ParserSettings>

export const ParserSettings = z.looseObject({
  /** Files of an archive or a folder together, in bytes. */
  max_unpacked_bytes: z.number().int().min(1).default(500_000_000),
  max_files: z.number().int().min(1).default(50_000),
  /** Larger JSON is read piece by piece, in bytes. */
  stream_bytes: z.number().int().min(1).max(400_000_000).default(64_000_000),
})
