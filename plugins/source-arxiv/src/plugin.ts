import {
  type Plugin,
  SourceSettings,
  askSource,
  definePlugin,
  goodItems,
  sourceUrl,
  type FoundDocument,
  publishedAt,
  pluginError,
} from '@datacortex/plugin'
import { arxivQuery } from './arxiv-query.ts'
import { parseXml } from '@datacortex/text/xml'
import { z } from 'zod'

const source = 'arXiv'

/** Searches arXiv by its Atom interface. @see https://info.arxiv.org/help/api/user-manual.html */
export const plugin: Plugin<'source', SourceSettings> = definePlugin({
  name: 'source-arxiv',
  kind: 'source',
  config: SourceSettings,
  setup: ({ config, fetch, now, log }) => ({
    async search(query, { signal, limit }) {
      signal.throwIfAborted()
      const search_query = arxivQuery(query)
      if (search_query === undefined) return { documents: [] }
      const page = { start: 0, max_results: Math.min(limit, 100), sortBy: 'relevance', sortOrder: 'descending' }
      const url = sourceUrl(config.base_url, '/query', { search_query, ...page })
      const { feed } = await askSource(url, AtomFeed, { source, fetch, now, signal, parse: parseAtom })
      const entries = goodItems(feed.entry, AtomEntry, { source, log })
      refuseErrorEntry(entries)
      const documents = new Map(entries.flatMap(foundPreprint).map((found) => [found.id, found]))
      return { documents: [...documents.values()].slice(0, limit) }
    },
  }),
})

// arXiv breaks lines inside titles and abstracts.
const line = z
  .string()
  .transform((text) => text.replace(/\s+/g, ' ').trim())
  .pipe(z.string().min(1))

type AtomEntry = z.infer<typeof AtomEntry>

const AtomEntry = z.object({
  id: z.string().min(1),
  title: line,
  summary: line.optional().catch(undefined),
  published: z.string().optional(),
  author: z.array(z.object({ name: line })).catch([]),
  'arxiv:doi': z.string().optional().catch(undefined),
})

/** A feed; its entries are checked one by one. */
const AtomFeed: z.ZodType<{ readonly feed: { readonly entry: readonly unknown[] } }> = z.object({
  feed: z.object({ entry: z.array(z.unknown()).default([]) }),
})

function parseAtom(text: string): unknown {
  return parseXml(text, { ignoreAttributes: true, isArray: (name) => name === 'entry' || name === 'author' })
}

/** arXiv tells what it doesn't like in an entry of its own. */
function refuseErrorEntry(entries: readonly AtomEntry[]): void {
  const error = entries.find(({ id }) => id.includes('/api/errors'))
  if (error === undefined) return
  const reason = (error.summary ?? error.title).replace(/\.$/, '')
  throw pluginError('SOURCE_FAILED', { source, status: 400, reason, transient: false })
}

/** A preprint; its version is no part of its id. */
function foundPreprint(entry: AtomEntry): readonly FoundDocument[] {
  const arxiv = /\/abs\/(.+?)(?:v\d+)?$/.exec(entry.id)?.[1]
  if (arxiv === undefined) return []
  const doi = entry['arxiv:doi']?.trim().toLowerCase()
  return [
    {
      id: `arxiv:${arxiv}`,
      title: entry.title,
      url: `https://arxiv.org/abs/${arxiv}`,
      snippet: entry.summary,
      publishedAt: publishedAt(entry.published),
      authors: entry.author.map(({ name }) => name),
      workIds: { arxiv, ...(doi === undefined || !doi.startsWith('10.') ? {} : { doi }) },
    },
  ]
}
