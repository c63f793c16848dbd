import { z } from 'zod'

/** What a query may have at most. */
export const mostQueryCharacters = 10_000

/** Most agents on a page. */
export const mostOfPage = 100

type Scalar = string | number | boolean

/** A search of ARD. */
export type SearchRequest = {
  readonly query: {
    readonly text: string
    readonly filter?: Readonly<Record<string, Scalar | readonly Scalar[]>> | undefined
  }
  readonly federation?: 'auto' | 'referrals' | 'none' | undefined
  readonly pageSize?: number | undefined
  readonly pageToken?: string | undefined
}

const scalar = z.union([z.string().max(1000), z.number(), z.boolean()])

/** Schema of {@link SearchRequest}: the specification allows no other members. */
export const SearchRequest: z.ZodType<SearchRequest> = z.strictObject({
  query: z.strictObject({
    text: z.string().max(mostQueryCharacters).regex(/\S/, 'must not be blank'),
    filter: z.record(z.string().min(1).max(200), z.union([scalar, z.array(scalar).max(100)])).optional(),
  }),
  federation: z.enum(['auto', 'referrals', 'none']).optional(),
  pageSize: z.number().int().min(1).max(mostOfPage).optional(),
  pageToken: z.string().max(200).optional(),
})
