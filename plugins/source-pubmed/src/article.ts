import { type FoundDocument, type WorkIds, plainText } from '@datacortex/plugin'
import { parseXml } from '@datacortex/text/xml'
import { z } from 'zod'
import { ArticleDate, articleDate } from './article-date.ts'

/** Text of an element, with or without attributes. */
type Text = z.infer<typeof text>

const text = z.union([z.string(), z.looseObject({ '#text': z.string().optional() })])
const word = z.string().optional().catch(undefined)
const date = ArticleDate.optional().catch(undefined)
const author = z.object({ LastName: word, ForeName: word, CollectiveName: word })

export type Article = z.infer<typeof Article>

export const Article = z.object({
  MedlineCitation: z.object({
    PMID: text,
    Article: z.object({
      ArticleTitle: text,
      Abstract: z.union([z.literal(''), z.object({ AbstractText: z.array(text).optional() })]).optional(),
      AuthorList: z
        .union([z.literal(''), z.object({ Author: z.array(author).optional() })])
        .optional()
        .catch(undefined),
      ArticleDate: date,
      Journal: z
        .object({ JournalIssue: z.object({ PubDate: date }).optional() })
        .optional()
        .catch(undefined),
    }),
  }),
  PubmedData: z
    .object({ ArticleIdList: z.object({ ArticleId: z.array(text).optional() }).optional() })
    .optional()
    .catch(undefined),
})

/** All articles that were asked for; each is checked for itself. Books are left out. */
export const ArticleSet = z.object({
  PubmedArticleSet: z.preprocess(
    (set) => (set === '' ? {} : set),
    z.object({ PubmedArticle: z.array(z.unknown()).default([]) }),
  ),
})

export function parseArticles(xml: string): unknown {
  return parseXml(xml, {
    // They hold tags such as <i> amid their text; the order would be lost.
    stopNodes: ['*.ArticleTitle', '*.AbstractText'],
    isArray: (name) => ['PubmedArticle', 'AbstractText', 'Author', 'ArticleId'].includes(name),
  })
}

export function foundArticle({ MedlineCitation, PubmedData: data }: Article): FoundDocument {
  const { PMID, Article: article } = MedlineCitation
  const pmid = textOf(PMID)
  const parts = (article.Abstract === '' ? [] : (article.Abstract?.AbstractText ?? [])).map(abstractPart)
  const authors = article.AuthorList === '' ? [] : (article.AuthorList?.Author ?? []).map(nameOf)
  return {
    id: `pubmed:${pmid}`,
    title: textOf(article.ArticleTitle).replace(/\.$/, '') || `PubMed ${pmid}`,
    url: `https://pubmed.ncbi.nlm.nih.gov/${pmid}/`,
    snippet: parts.filter((part) => part !== '').join(' ') || undefined,
    publishedAt: articleDate(article.ArticleDate) ?? articleDate(article.Journal?.JournalIssue?.PubDate),
    authors: authors.filter((name) => name !== ''),
    workIds: { pmid, ...workIdsOf(data?.ArticleIdList?.ArticleId ?? []) },
  }
}

function textOf(element: Text): string {
  return plainText(typeof element === 'string' ? element : (element['#text'] ?? ''))
}

/** Parts of structured abstracts have labels: `RESULTS`. */
function abstractPart(element: Text): string {
  const label = typeof element === 'string' ? undefined : element['@Label']
  const said = textOf(element)
  return typeof label === 'string' && label !== '' && said !== '' ? `${plainText(label)}: ${said}` : said
}

function nameOf({ LastName: last = '', ForeName: first = '', CollectiveName: group = '' }: z.infer<typeof author>) {
  return plainText(group === '' ? `${first} ${last}` : group)
}

function workIdsOf(ids: readonly Text[]): WorkIds {
  const idOf = (type: string): string | undefined => {
    const element = ids.find((id) => typeof id !== 'string' && id['@IdType'] === type)
    return element === undefined ? undefined : textOf(element)
  }
  const [doi, pmcid] = [idOf('doi')?.toLowerCase(), idOf('pmc')?.toUpperCase()]
  return {
    ...(doi?.startsWith('10.') === true ? { doi } : {}),
    ...(pmcid?.startsWith('PMC') === true ? { pmcid } : {}),
  }
}
