import {
  KeyedSourceSettings,
  askSource,
  definePlugin,
  isPublicAddress,
  pluginError,
  sourceUrl,
  webUrl,
  type Plugin,
  type SourceSettings,
  type ReadDocument,
  plainText,
  publishedAt,
} from '@datacortex/plugin'
import { z } from 'zod'

const source = 'Jina Reader'

/** Reads a page as Markdown. The provider fetches it and so sees its address; addresses inside a network stay here. */
export const plugin: Plugin<'source', SourceSettings> = definePlugin({
  name: 'source-jina-reader',
  kind: 'source',
  config: KeyedSourceSettings,
  setup: ({ config, fetch, now, secret }) => ({
    async read(address, { signal }) {
      signal.throwIfAborted()
      const url = webUrl(address)
      if (url === undefined || !isPublicAddress(url)) {
        const unnamed = 'its host has no public name, so the provider is not asked for it'
        const reason = url === undefined ? 'it is no address of the web' : unnamed
        throw pluginError('SOURCE_ADDRESS_REFUSED', { source, url: address.slice(0, 300), reason })
      }
      const key = await secret('JINA_API_KEY')
      const init = {
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          // Neither kept nor counted there.
          dnt: '1',
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({ url }),
      }
      const target = sourceUrl(config.base_url, '/')
      const answer = await askSource(target, JinaAnswer, { source, fetch, now, signal, init, secrets: [key] })
      return readPage(answer, url)
    },
  }),
})

const text = z.string().nullish()

const JinaAnswer = z.object({
  data: z.object({ content: z.string(), title: text, url: text, publishedTime: text, warning: text }),
})

/** The page; one that could not be fetched has a status in its warning, and a text that is none of its own. */
function readPage({ data }: z.infer<typeof JinaAnswer>, url: string): ReadDocument {
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
