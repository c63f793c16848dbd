import { KeyedSourceAddress } from '@datacortex/plugin'
import { z } from 'zod'

export type GeminiSettings = z.infer<typeof GeminiSettings>

export const GeminiSettings = z.strictObject({
  /** Up to `/models`. */
  base_url: KeyedSourceAddress,
  model: z.string().regex(/^[A-Za-z0-9][\w.-]{0,99}$/, 'must be the name of a model'),
  /** In US dollars; what a model thinks counts as going out. */
  usd_per_million_tokens_in: z.number().min(0),
  usd_per_million_tokens_out: z.number().min(0),
})
