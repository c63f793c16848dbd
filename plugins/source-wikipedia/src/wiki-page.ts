import { type FoundDocument, plainText, publishedAt, webUrl, pluginError } from '@datacortex/plugin'
import { z } from 'zod'

export type WikiPage = z.infer<typeof WikiPage>

export const WikiPage = z.object({
  pageid: z.number().int().nullish(),
  title: z.string().trim().min(1),
  index: z.number().nullish(),
  extract: z.string().nullish(),
  fullurl: z.string().nullish(),
  missing: z.boolean().nullish(),
  revisions: z.array(z.object({ timestamp: z.string().nullish() })).nullish(),
})

/** What the wiki answers; without `query` if nothing was found. */
export const WikiAnswer = z
  .object({
    batchcomplete: z.unknown().optional(),
    query: z.object({ pages: z.array(z.unknown()).nullish() }).nullish(),
    error: z.object({ code: z.string(), info: z.string().nullish() }).nullish(),
  })
  .refine(
    ({ batchcomplete, query, error }) => (batchcomplete ?? query ?? error ?? undefined) !== undefined,
    'has neither pages nor an error',
  )

/** A page as a document; its id is the wiki's number, which a new title doesn't change. */
export function foundPage({ pageid, title, extract, fullurl }: WikiPage, base: string): readonly FoundDocument[] {
  const url = webUrl(fullurl)
  if (typeof pageid !== 'number' || url === undefined) return []
  const snippet = plainText(extract ?? '')
  const { host } = new URL(base)
  return [{ id: `wikipedia:${host}:${pageid}`, title, url, snippet: snippet === '' ? undefined : snippet }]
}

export function readPage(page: WikiPage | undefined, { title, source }: { title: string; source: string }) {
  const reason = `there is no article "${title}"`
  if (page?.missing === true) throw pluginError('SOURCE_FAILED', { source, status: 404, reason, transient: false })
  const url = webUrl(page?.fullurl)
  const text = (page?.extract ?? '').trim()
  if (page === undefined || url === undefined || text === '')
    throw pluginError('SOURCE_ANSWER_INVALID', { source, reason: `the article "${title}" has no text` })
  const changed = publishedAt(page.revisions?.[0]?.timestamp)
  return { title: page.title, text: markdownOf(text), contentType: 'text/markdown', url, publishedAt: changed }
}

/** Extracts are plain text with headings as wikis have them: `== Causes ==`. */
function markdownOf(text: string): string {
  return text.replace(/^(={2,6}) *(.+?) *\1 *$/gm, (_, signs: string, heading: string) => {
    return `\n${'#'.repeat(signs.length)} ${heading}\n`
  })
}
