import { KeyedSourceSettings, askSource, definePlugin, goodItems, sourceUrl, pluginError } from '@datacortex/plugin'
import type { Plugin, SourceSettings } from '@datacortex/plugin'
import { Article, ArticleSet, foundArticle, parseArticles } from './article.ts'
import { z } from 'zod'

const source = 'PubMed'

/** Searches PubMed in two requests: the ids, then all that is known of them. */
export const plugin: Plugin<'source', SourceSettings> = definePlugin({
  name: 'source-pubmed',
  kind: 'source',
  config: KeyedSourceSettings,
  setup: ({ config, fetch, now, log, secret }) => ({
    async search(query, { signal, limit }) {
      const key = await secret('NCBI_API_KEY')
      const shared = { source, fetch, now, signal, secrets: [key] }
      // Sent as a form, so that the key is no part of an address.
      const formOf = (fields: Readonly<Record<string, string>>): RequestInit => {
        const form = { db: 'pubmed', tool: 'datacortex', ...fields, ...(key === undefined ? {} : { api_key: key }) }
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        return { method: 'POST', headers, body: new URLSearchParams(form).toString() }
      }
      const words = { term: query, retmax: String(Math.min(limit, 100)), retmode: 'json', sort: 'relevance' }
      const search = sourceUrl(config.base_url, '/esearch.fcgi')
      const found = await askSource(search, SearchAnswer, { ...shared, init: formOf(words) })
      const ids = foundIds(found)
      if (ids.length === 0) return { documents: [] }
      const init = formOf({ id: ids.join(','), retmode: 'xml' })
      const fetchAll = sourceUrl(config.base_url, '/efetch.fcgi')
      const set = await askSource(fetchAll, ArticleSet, { ...shared, init, parse: parseArticles })
      const articles = goodItems(set.PubmedArticleSet.PubmedArticle, Article, { source, log })
      const byId = new Map(articles.map(foundArticle).map((document) => [document.id, document]))
      // The order of the search is the relevance.
      return { documents: ids.flatMap((id) => byId.get(`pubmed:${id}`) ?? []).slice(0, limit) }
    },
  }),
})

const SearchAnswer = z.object({
  esearchresult: z
    .object({ idlist: z.array(z.string().regex(/^\d{1,9}$/)).nullish(), ERROR: z.string().nullish() })
    .refine(({ idlist, ERROR: error }) => (idlist ?? error ?? undefined) !== undefined, 'has neither ids nor an error'),
})

/** The ids in the order of relevance. Its own errors come with status 200 and are those of a busy server. */
function foundIds({ esearchresult }: z.infer<typeof SearchAnswer>): readonly string[] {
  const { idlist, ERROR: error } = esearchresult
  if (typeof error !== 'string' || error === '') return idlist ?? []
  const reason = error.slice(0, 200).replace(/\.$/, '')
  throw pluginError('SOURCE_FAILED', { source, status: 200, reason, transient: true })
}
