import type { DeepReadonly } from '@datacortex/platform'
import { z } from 'zod'

export const mostQueryCharacters = 10_000

export const mostOfPage = 100

const scalar = z.union([z.string().max(1000), z.number(), z.boolean()])

/** A search of ARD: the specification allows no other members. */
export type SearchRequest = DeepReadonly<z.infer<typeof SearchRequest>>
export const SearchRequest = z.strictObject({
  query: z.strictObject({
    text: z.string().max(mostQueryCharacters).regex(/\S/, 'must not be blank'),
    filter: z.record(z.string().min(1).max(200), z.union([scalar, z.array(scalar).max(100)])).optional(),
  }),
  federation: z.enum(['auto', 'referrals', 'none']).optional(),
  pageSize: z.number().int().min(1).max(mostOfPage).optional(),
  pageToken: z.string().max(200).optional(),
})
