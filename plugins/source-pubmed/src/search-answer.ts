import { pluginError } from '@datacortex/plugin'
import { z } from 'zod'

export type SearchAnswer = z.infer<typeof SearchAnswer>

export const SearchAnswer = z.object({
  esearchresult: z
    .object({ idlist: z.array(z.string().regex(/^\d{1,9}$/)).nullish(), ERROR: z.string().nullish() })
    .refine(({ idlist, ERROR: error }) => (idlist ?? error ?? undefined) !== undefined, 'has neither ids nor an error'),
})

/** The ids in the order of relevance. Its own errors come with status 200 and are those of a busy server. */
export function foundIds({ esearchresult }: SearchAnswer, { source }: { source: string }): readonly string[] {
  const { idlist, ERROR: error } = esearchresult
  if (typeof error !== 'string' || error === '') return idlist ?? []
  const reason = error.slice(0, 200).replace(/\.$/, '')
  throw pluginError('SOURCE_FAILED', { source, status: 200, reason, transient: true })
}
