import { type FoundDocument, plainText, webUrl } from '@datacortex/plugin'
import { z } from 'zod'

export type ScholarResult = z.infer<typeof ScholarResult>

export const ScholarResult = z.object({
  title: z.string().transform(plainText).pipe(z.string().min(1)),
  result_id: z.string().min(1),
  link: z.string().nullish(),
  snippet: z.string().nullish(),
  publication_info: z
    .object({
      /** `A Marsh, B Ebb - Journal of Tides, 2021 - publisher.example` */
      summary: z.string().nullish(),
      authors: z
        .array(z.object({ name: z.string() }))
        .nullish()
        .catch(undefined),
    })
    .nullish(),
})

/** An answer; `organic_results` is left out when nothing was found. */
export const ScholarAnswer = z
  .object({
    search_metadata: z.unknown().optional(),
    organic_results: z.array(z.unknown()).nullish(),
    error: z.string().nullish(),
  })
  .refine(
    ({ search_metadata: metadata, organic_results: results, error }) => (metadata ?? results ?? error) !== undefined,
    'has neither results nor an error',
  )

export function foundPaper(result: ScholarResult): FoundDocument {
  const { title, result_id: id, link, snippet, publication_info: info } = result
  const passage = plainText(snippet ?? '')
  const [who = '', where = ''] = plainText(info?.summary ?? '').split(' - ')
  // Google cuts long lists: `B Ebb…` may be half a name, `…` is none.
  const written = who.split(',').filter((name) => !name.includes('…'))
  const named = (info?.authors ?? []).map(({ name }) => name)
  const authors = (named.length > written.length ? named : written).map(plainText).filter((name) => name !== '')
  return {
    id: `scholar:${id}`,
    title: title.replace(/^(?:\[[A-Z]+\])+ */, '') || title,
    url: webUrl(link),
    snippet: passage === '' ? undefined : passage,
    publishedAt: /\b(?:1[5-9]|20)\d\d(?=$|\D*$)/.exec(where)?.[0],
    authors: authors.length === 0 ? undefined : authors,
  }
}
