import {
  KeyedSourceSettings,
  askSource,
  definePlugin,
  goodItems,
  pluginError,
  saidByServer,
  sourceKey,
  sourceUrl,
  type Plugin,
  type SourceSettings,
  type FoundDocument,
  plainText,
  webUrl,
} from '@datacortex/plugin'
import { z } from 'zod'

const source = 'Google Scholar'

/** Finds papers in Google Scholar. SerpAPI takes its key in the address, so it is kept out of every error. */
export const plugin: Plugin<'source', SourceSettings> = definePlugin({
  name: 'source-google-scholar',
  kind: 'source',
  config: KeyedSourceSettings,
  setup: ({ config, fetch, now, log, secret }) => ({
    async search(query, { signal, limit }) {
      const key = await sourceKey(secret, { source, name: 'SERPAPI_KEY' })
      const search = { engine: 'google_scholar', q: query, num: Math.min(limit, 20), api_key: key }
      const url = sourceUrl(config.base_url, '/search.json', search)
      const answer = await askSource(url, ScholarAnswer, { source, fetch, now, signal, secrets: [key] })
      const { error } = answer
      // "Google hasn't returned any results for this query." is no failure.
      if (typeof error === 'string' && !/returned any results/i.test(error)) {
        const reason = saidByServer(error, { key }).slice(0, 200).replace(/\.$/, '')
        throw pluginError('SOURCE_FAILED', { source, status: 200, reason, transient: false })
      }
      const papers = goodItems(answer.organic_results ?? [], ScholarResult, { source, log })
      const documents = new Map(papers.map(foundPaper).map((paper) => [paper.id, paper]))
      return { documents: [...documents.values()].slice(0, limit) }
    },
  }),
})

type ScholarResult = z.infer<typeof ScholarResult>

const ScholarResult = z.object({
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
const ScholarAnswer = z
  .object({
    search_metadata: z.unknown().optional(),
    organic_results: z.array(z.unknown()).nullish(),
    error: z.string().nullish(),
  })
  .refine(
    ({ search_metadata: metadata, organic_results: results, error }) => (metadata ?? results ?? error) !== undefined,
    'has neither results nor an error',
  )

function foundPaper(result: ScholarResult): FoundDocument {
  const { title, result_id: id, link, snippet, publication_info: info } = result
  const [who = '', where = ''] = plainText(info?.summary ?? '').split(' - ')
  // Google cuts long lists: `B Ebb…` may be half a name, `…` is none.
  const written = who.split(',').filter((name) => !name.includes('…'))
  const named = (info?.authors ?? []).map(({ name }) => name)
  const authors = (named.length > written.length ? named : written).map(plainText).filter((name) => name !== '')
  return {
    id: `scholar:${id}`,
    title: title.replace(/^(?:\[[A-Z]+\])+ */, '') || title,
    url: webUrl(link),
    snippet: plainText(snippet ?? '') || undefined,
    publishedAt: /\b(?:1[5-9]|20)\d\d(?=$|\D*$)/.exec(where)?.[0],
    authors: authors.length === 0 ? undefined : authors,
  }
}
