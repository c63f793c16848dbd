import { type FoundDocument, plainText, publishedAt, webUrl } from '@datacortex/plugin'
import { z } from 'zod'

const text = z.string().nullish()

export type ExaResult = z.infer<typeof ExaResult>

export const ExaResult = z.object({
  url: z.string().refine((address) => webUrl(address) !== undefined, 'must be an address of the web'),
  title: text,
  publishedDate: text,
  author: text,
  score: z.number().nullish(),
  text,
  highlights: z.array(z.string()).nullish(),
})

/** An answer; its results are checked one by one. */
export const ExaAnswer = z.object({
  results: z.array(z.unknown()),
  costDollars: z
    .object({ total: z.number().min(0).nullish().catch(undefined) })
    .nullish()
    .catch(undefined),
})

/** A page as a document. A text that reaches the limit was cut off there, and is no whole one. */
export function foundResult(result: ExaResult, maxCharacters: number): FoundDocument {
  const url = webUrl(result.url) ?? result.url
  const text = (result.text ?? '').trim()
  const passages = (result.highlights ?? []).map(plainText).filter((passage) => passage !== '')
  const snippet = passages.length > 0 ? passages.join(' … ') : plainText(text).slice(0, 500).trim()
  const author = plainText(result.author ?? '')
  const { score } = result
  return {
    id: url,
    title: plainText(result.title ?? '') || url,
    url,
    snippet: snippet === '' ? undefined : snippet,
    text: text === '' || text.length >= maxCharacters ? undefined : text,
    // Exa gives days as midnight.
    publishedAt: publishedAt(result.publishedDate)?.replace(/T00:00:00\.000Z$/, ''),
    authors: author === '' ? undefined : [author],
    score: typeof score === 'number' && score >= 0 && score <= 1 ? score : undefined,
  }
}
