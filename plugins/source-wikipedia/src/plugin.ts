import {
  SourceSettings,
  askSource,
  definePlugin,
  goodItems,
  pluginError,
  sourceUrl,
  type Plugin,
  webUrl,
  type FoundDocument,
  plainText,
  publishedAt,
} from '@datacortex/plugin'
import { decodedUri } from '@datacortex/platform'
import { z } from 'zod'

const source = 'Wikipedia'

/** Finds articles of a MediaWiki with their introductions, and reads them. */
export const plugin: Plugin<'source', SourceSettings> = definePlugin({
  name: 'source-wikipedia',
  kind: 'source',
  config: SourceSettings,
  setup({ config, fetch, now, log }) {
    const ask = async (query: Readonly<Record<string, string | number>>, signal: AbortSignal) => {
      const url = sourceUrl(config.base_url, '', { action: 'query', format: 'json', formatversion: 2, ...query })
      const { error, query: found } = await askSource(url, WikiAnswer, { source, fetch, now, signal })
      if (error?.code === undefined) return goodItems(found?.pages ?? [], WikiPage, { source, log })
      const reason = `${error.code}: ${error.info ?? ''}`
      throw pluginError('SOURCE_FAILED', { source, status: 200, reason, transient: busy.has(error.code) })
    }
    return {
      async search(query, { signal, limit }) {
        const count = Math.min(limit, 20)
        const gsrsearch = query.trim().slice(0, 300).toWellFormed()
        const search = { generator: 'search', gsrsearch, gsrlimit: count, prop: 'extracts|info', inprop: 'url' }
        const pages = await ask({ ...search, exintro: 1, explaintext: 1, exlimit: count }, signal)
        // The pages come by their ids; `index` is the order of the search.
        const best = pages.toSorted((one, other) => (one.index ?? 0) - (other.index ?? 0))
        return { documents: best.flatMap((page) => foundPage(page, config.base_url)).slice(0, limit) }
      },
      async read(url, { signal }) {
        const titles = titleOfAddress(url, config.base_url)
        const query = { titles, prop: 'extracts|info|revisions', inprop: 'url', rvprop: 'timestamp', redirects: 1 }
        const pages = await ask({ ...query, explaintext: 1, exsectionformat: 'wiki' }, signal)
        return readPage(pages[0], titles)
      },
    }
  },
})

// https://www.mediawiki.org/wiki/API:Errors_and_warnings
const busy: ReadonlySet<string> = new Set(['maxlag', 'ratelimited', 'readonly', 'cirrussearch-too-busy-error'])

/** The title of the article at an address of this wiki; `_` is a blank there. */
function titleOfAddress(address: string, base: string): string {
  const refuse = (reason: string): never => {
    throw pluginError('SOURCE_ADDRESS_REFUSED', { source, url: address.slice(0, 300), reason })
  }
  const url = URL.parse(webUrl(address) ?? '')
  if (url === null) return refuse('it is no address of the web')
  const { host } = new URL(base)
  if (url.host.replace('.m.', '.') !== host) return refuse(`it is not on ${host}`)
  const name = /^\/wiki\/(.+)$/.exec(url.pathname)?.[1] ?? url.searchParams.get('title')
  const title = (decodedUri(name ?? '') ?? name ?? '').replaceAll('_', ' ').trim()
  return title === '' || title.includes('|') ? refuse('it names no article') : title
}

type WikiPage = z.infer<typeof WikiPage>

const WikiPage = z.object({
  pageid: z.number().int().nullish(),
  title: z.string().trim().min(1),
  index: z.number().nullish(),
  extract: z.string().nullish(),
  fullurl: z.string().nullish(),
  missing: z.boolean().nullish(),
  revisions: z.array(z.object({ timestamp: z.string().nullish() })).nullish(),
})

/** What the wiki answers; without `query` if nothing was found. */
const WikiAnswer = z
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
function foundPage({ pageid, title, extract, fullurl }: WikiPage, base: string): readonly FoundDocument[] {
  const url = webUrl(fullurl)
  if (typeof pageid !== 'number' || url === undefined) return []
  const { host } = new URL(base)
  return [{ id: `wikipedia:${host}:${pageid}`, title, url, snippet: plainText(extract ?? '') || undefined }]
}

function readPage(page: WikiPage | undefined, title: string) {
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
