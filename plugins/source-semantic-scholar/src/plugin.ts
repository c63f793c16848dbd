import {
  KeyedSourceSettings,
  askSource,
  definePlugin,
  goodItems,
  sourceUrl,
  type Plugin,
  type SourceSettings,
  type FoundDocument,
  type WorkIds,
  plainText,
  publishedAt,
  webUrl,
} from '@datacortex/plugin'
import { z } from 'zod'

const source = 'Semantic Scholar'

/** Finds papers with their ids, abstracts and open copies. @see https://api.semanticscholar.org/api-docs/graph */
export const plugin: Plugin<'source', SourceSettings> = definePlugin({
  name: 'source-semantic-scholar',
  kind: 'source',
  config: KeyedSourceSettings,
  setup: ({ config, fetch, now, log, secret }) => ({
    async search(query, { signal, limit }) {
      const key = await secret('S2_API_KEY')
      const init = key === undefined ? {} : { headers: { 'x-api-key': key } }
      // Terms with hyphens find nothing there.
      const search = { query: query.replaceAll('-', ' '), limit: Math.min(limit, 100), fields: paperFields }
      const url = sourceUrl(config.base_url, '/graph/v1/paper/search', search)
      const { data } = await askSource(url, PaperPage, { source, fetch, now, signal, init, secrets: [key] })
      const papers = goodItems(data ?? [], Paper, { source, log })
      const documents = new Map(papers.map(foundPaper).map((paper) => [paper.id, paper]))
      return { documents: [...documents.values()].slice(0, limit) }
    },
  }),
})

/** Only what is asked for comes back. */
const paperFields = 'title,abstract,tldr,year,publicationDate,authors,externalIds,url,openAccessPdf'

const text = z.string().nullish()

type Paper = z.infer<typeof Paper>

const Paper = z.object({
  paperId: z.string().min(1),
  title: z.string().transform(plainText).pipe(z.string().min(1)),
  abstract: text,
  tldr: z.object({ text }).nullish().catch(undefined),
  year: z.number().int().nullish().catch(undefined),
  publicationDate: text.catch(undefined),
  authors: z
    .array(z.object({ name: text }))
    .nullish()
    .catch(undefined),
  /** Numbers for some, strings for others. */
  externalIds: z.record(z.string(), z.unknown()).nullish().catch(undefined),
  url: text,
  openAccessPdf: z.object({ url: text }).nullish().catch(undefined),
})

/** One page of results; without `data` if nothing was found. */
const PaperPage = z
  .object({ total: z.number().nullish().catch(undefined), data: z.array(z.unknown()).nullish() })
  .refine(({ total, data }) => (total ?? data ?? undefined) !== undefined, 'has neither papers nor their number')

/** A paper as a document; its address is the open copy, where there is one, because that can be read. */
function foundPaper(paper: Paper): FoundDocument {
  const authors = (paper.authors ?? []).map(({ name }) => plainText(name ?? '')).filter((name) => name !== '')
  const year = String(paper.year ?? '')
  return {
    id: `s2:${paper.paperId}`,
    title: paper.title,
    url: webUrl(paper.openAccessPdf?.url) ?? webUrl(paper.url),
    snippet: plainText(paper.abstract ?? paper.tldr?.text ?? '') || undefined,
    publishedAt: publishedAt(paper.publicationDate) ?? publishedAt(year),
    authors: authors.length === 0 ? undefined : authors,
    workIds: workIdsOf(paper),
  }
}

function workIdsOf({ paperId, externalIds }: Paper): WorkIds {
  const idOf = (name: string): string | undefined => {
    const id = externalIds?.[name]
    return (typeof id === 'string' || typeof id === 'number') && id !== '' ? String(id).trim() : undefined
  }
  const ids = {
    doi: idOf('DOI')?.toLowerCase(),
    arxiv: idOf('ArXiv')?.replace(/v\d+$/, ''),
    pmid: idOf('PubMed'),
    pmcid: idOf('PubMedCentral')?.replace(/^(?:PMC)?/i, 'PMC'),
  }
  return { ...Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== undefined)), semantic_scholar: paperId }
}
