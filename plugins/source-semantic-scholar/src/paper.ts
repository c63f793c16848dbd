import { type FoundDocument, type WorkIds, plainText, publishedAt, webUrl } from '@datacortex/plugin'
import { z } from 'zod'

/** Only what is asked for comes back. */
export const paperFields = 'title,abstract,tldr,year,publicationDate,authors,externalIds,url,openAccessPdf'

const text = z.string().nullish()

export type Paper = z.infer<typeof Paper>

export const Paper = z.object({
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
export const PaperPage = z
  .object({ total: z.number().nullish().catch(undefined), data: z.array(z.unknown()).nullish() })
  .refine(({ total, data }) => (total ?? data ?? undefined) !== undefined, 'has neither papers nor their number')

/** A paper as a document; its address is the open copy, where there is one, because that can be read. */
export function foundPaper(paper: Paper): FoundDocument {
  const authors = (paper.authors ?? []).map(({ name }) => plainText(name ?? '')).filter((name) => name !== '')
  const abstract = plainText(paper.abstract ?? paper.tldr?.text ?? '')
  const year = String(paper.year ?? '')
  return {
    id: `s2:${paper.paperId}`,
    title: paper.title,
    url: webUrl(paper.openAccessPdf?.url) ?? webUrl(paper.url),
    snippet: abstract === '' ? undefined : abstract,
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
  const pmcid = idOf('PubMedCentral')?.replace(/^PMC/i, '')
  const ids = {
    doi: idOf('DOI')?.toLowerCase(),
    arxiv: idOf('ArXiv')?.replace(/v\d+$/, ''),
    pmid: idOf('PubMed'),
    pmcid: pmcid === undefined ? undefined : `PMC${pmcid}`,
  }
  return { ...Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== undefined)), semantic_scholar: paperId }
}
