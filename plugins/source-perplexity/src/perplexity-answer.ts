import { type FoundDocument, plainText, publishedAt, webUrl } from '@datacortex/plugin'
import { z } from 'zod'

const text = z.string().nullish()

export type WebResult = z.infer<typeof WebResult>

export const WebResult = z.object({
  url: z.string().refine((address) => webUrl(address) !== undefined, 'must be an address of the web'),
  title: text,
  snippet: text,
  date: text,
})

/** An answer of the search; its results are checked one by one. */
export type SearchAnswer = z.infer<typeof SearchAnswer>

export const SearchAnswer = z.object({ results: z.array(z.unknown()) })

/** An answer of a model, with the pages it was made of; older ones have addresses alone. */
export type SonarAnswer = z.infer<typeof SonarAnswer>

export const SonarAnswer = z
  .object({
    /** Absent, or without a text, where the model had no words for the pages. */
    choices: z
      .array(z.object({ message: z.object({ content: z.string().nullish() }).nullish() }))
      .nullish()
      .catch(undefined),
    search_results: z.array(z.unknown()).nullish(),
    citations: z.array(z.unknown()).nullish(),
    usage: z
      .object({
        cost: z
          .object({ total_cost: z.number().min(0).nullish() })
          .nullish()
          .catch(undefined),
      })
      .nullish()
      .catch(undefined),
  })
  .refine(
    ({ choices, search_results: results, citations }) => (choices ?? []).length > 0 || (results ?? citations) != null,
    'there is neither a choice nor a page',
  )

export function citedResults({ search_results: results, citations }: SonarAnswer): readonly unknown[] {
  return results ?? (citations ?? []).map((url) => ({ url }))
}

/** Pages as documents, each once. */
export function foundResults(results: readonly WebResult[]): readonly FoundDocument[] {
  const found = results.map((result): FoundDocument => {
    const url = webUrl(result.url) ?? result.url
    const snippet = plainText(result.snippet ?? '')
    return {
      id: url,
      title: plainText(result.title ?? '') || url,
      url,
      snippet: snippet === '' ? undefined : snippet,
      publishedAt: publishedAt(result.date),
    }
  })
  return [...new Map(found.map((document) => [document.id, document])).values()]
}
