import { decodeText } from '@datacortex/content'
import type { Extraction } from '@datacortex/plugin'
import { isoDate } from '@datacortex/text'
import { z } from 'zod'
import { jsonOf } from '@datacortex/platform'
import { urlError } from './errors.ts'
import { type GatherOptions, get } from './get.ts'
import { textExtraction } from './read-response.ts'

// https://github.com/jina-ai/reader
/** Lets a reader service read an address: it has a browser, and sees what is asked for. */
export async function fromReader(url: string, options: GatherOptions): Promise<Extraction> {
  const { reader_url: reader, reader_key: name } = options.settings
  const key = await options.secret(name)
  const headers = { accept: 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) }
  const { bytes } = await get(`${reader.replace(/\/?$/, '/')}${url}`, { ...options, headers })
  const answer = Answer.safeParse(jsonOf(decodeText(bytes).text))
  if (!answer.success) throw urlError('URL_READER_INVALID', { url, reason: 'its answer is not understood' })
  const { content, title, description, publishedTime } = answer.data.data
  if (content.trim() === '') throw urlError('URL_READER_INVALID', { url, reason: 'it found no text' })
  return textExtraction(content, {
    address: url,
    isMarkdown: true,
    known: { title: title ?? undefined, description: description ?? undefined, publishedAt: isoDate(publishedTime) },
  })
}

const Answer = z.object({
  data: z.object({
    content: z.string(),
    title: z.string().nullish(),
    description: z.string().nullish(),
    publishedTime: z.string().nullish(),
  }),
})
