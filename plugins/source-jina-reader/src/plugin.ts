import type { Plugin } from '@datacortex/plugin'
import { KeyedSourceAddress, askSource, definePlugin, sourceUrl } from '@datacortex/plugin'
import { z } from 'zod'
import { JinaAnswer, readPage } from './jina-answer.ts'
import { publicAddress } from './public-address.ts'

/** What the source is told by `settings.yaml`. */
export type JinaSettings = {
  /** The address that pages are asked of. */
  readonly base_url: string
}

const JinaSettings: z.ZodType<JinaSettings> = z.strictObject({ base_url: KeyedSourceAddress })

const source = 'Jina Reader'

/**
 * Reads a page as Markdown. The provider fetches it and so sees its address; addresses inside a network stay here.
 *
 * @example const { text } = await jina.read('https://example.org/tides', { signal })
 * @see https://jina.ai/reader
 */
export const plugin: Plugin<'source', JinaSettings> = definePlugin({
  name: 'source-jina-reader',
  kind: 'source',
  config: JinaSettings,
  setup({ config, fetch, now, secret }) {
    return {
      async read(address, { signal }) {
        signal.throwIfAborted()
        const url = publicAddress(address, { source })
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
        return readPage(answer, { url, source })
      },
    }
  },
})
