import { type ReadDocument, plainText, publishedAt, webUrl, pluginError } from '@datacortex/plugin'
import { z } from 'zod'

const text = z.string().nullish()

export type JinaAnswer = z.infer<typeof JinaAnswer>

export const JinaAnswer = z.object({
  data: z.object({ content: z.string(), title: text, url: text, publishedTime: text, warning: text }),
})

/** The page; one that could not be fetched has a status in its warning, and a text that is none of its own. */
export function readPage({ data }: JinaAnswer, { url, source }: { url: string; source: string }): ReadDocument {
  const warning = plainText(data.warning ?? '')
  const status = Number(/returned error (\d{3})/i.exec(warning)?.[1] ?? Number.NaN)
  const transient = status >= 500 || status === 429
  if (status >= 400) throw pluginError('SOURCE_FAILED', { source, status, reason: `for ${url}`, transient })
  const content = data.content.trim()
  if (content === '') throw pluginError('SOURCE_ANSWER_INVALID', { source, reason: `there is no text at ${url}` })
  return {
    title: plainText(data.title ?? '') || url,
    text: content,
    contentType: 'text/markdown',
    url: webUrl(data.url) ?? url,
    publishedAt: publishedAt(data.publishedTime),
  }
}
