import { fileURLToPath } from 'node:url'
import { CodedError } from '@datacortex/errors'
import { type PluginContext, type ReadDocument, definePlugin, retryAfterMs } from '@datacortex/plugin'
import { z } from 'zod'
import { testSourcePlugin } from './test-source-plugin.ts'

const Found = z.object({ items: z.array(z.object({ id: z.string(), title: z.string(), link: z.string() })) })

class TidesError extends CodedError {
  constructor(reason: string, details: Readonly<Record<string, unknown>> = {}) {
    super('SOURCE_TIDES_FAILED', reason, { hint: 'Look at the key TIDES_KEY.', details })
  }
}

const plugin = definePlugin({
  name: 'source-tides',
  kind: 'source',
  setup: (context) => ({
    search: async (query, { signal, limit }) => {
      const url = new URL('https://api.tides.example/v1/search')
      url.searchParams.set('q', query)
      const found = Found.safeParse(await ask(context, { url, signal }))
      if (!found.success) throw new TidesError('The answer has another shape.')
      const documents = found.data.items.map(({ id, title, link }) => ({ id, title, url: link }))
      return { documents: documents.slice(0, limit) }
    },
    read: async (address, { signal }): Promise<ReadDocument> => {
      if (!address.startsWith('https:')) throw new TidesError('Only https is read.')
      const url = new URL(`https://api.tides.example/v1/read/${encodeURIComponent(address)}`)
      const found = Found.safeParse(await ask(context, { url, signal }))
      const [item] = found.data?.items ?? []
      if (item === undefined) throw new TidesError('The answer has another shape.')
      return { title: item.title, text: item.title, contentType: 'text/markdown', url: address }
    },
  }),
})

async function ask(
  { fetch, secret, now }: PluginContext<unknown>,
  { url, signal }: { readonly url: URL; readonly signal: AbortSignal },
): Promise<unknown> {
  signal.throwIfAborted()
  const key = await secret('TIDES_KEY')
  if (key === undefined) throw new TidesError('The secret TIDES_KEY is missing.')
  const response = await fetch(url.href, { signal, headers: { 'x-api-key': key } })
  if (!response.ok) {
    await response.body?.cancel()
    const wait = retryAfterMs(response.headers.get('retry-after'), now())
    const details = { transient: response.status === 429 || response.status >= 500, retryAfterMs: wait }
    throw new TidesError(`It answered with status ${response.status}.`, details)
  }
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new TidesError(`It answered with no JSON: ${String(error).slice(0, 40)}`, { transient: true })
  }
}

const items = ['Spring tides', 'Neap tides', 'Tide tables'].map((title, index) => ({
  id: `t${index}`,
  title,
  link: `https://tides.example/${index}`,
}))

testSourcePlugin(plugin, {
  directory: fileURLToPath(new URL('__fixtures__/source-tides', import.meta.url)),
  reads: 'https://tides.example/1',
  server: { ok: () => Response.json({ items }), empty: () => Response.json({ items: [] }) },
})
