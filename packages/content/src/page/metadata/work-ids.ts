import { withoutUndefined } from '@datacortex/errors'
import type { WorkIds } from '@datacortex/plugin'
import { decodedUri } from '@datacortex/platform'

/** The first content of some `<meta>` names, in lower case. */
export type Meta = (...names: readonly string[]) => string | undefined

/** The ids of the work that a page is about, from its `citation_…` metadata, Dublin Core and address. */
export function workIdsOf(said: Meta, url: string): WorkIds | undefined {
  const meta = (...names: readonly string[]): string => said(...names) ?? ''
  const path = URL.parse(url)?.pathname ?? ''
  const doi =
    /10\.\d{4,9}\/[^\s"<>]+/.exec(
      meta('citation_doi', 'prism.doi', 'bepress_citation_doi', 'dc.identifier', 'dc.identifier.doi'),
    )?.[0] ?? /\/(?:doi\/(?:abs\/|full\/|pdf\/)?)?(10\.\d{4,9}\/[^\s"<>?#]+)$/.exec(decodedUri(path) ?? path)?.[1]
  const arxiv = /^(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?\/\d{7})(?:v\d+)?$/.exec(meta('citation_arxiv_id'))?.[1]
  const pmid = /^\d{1,9}$/.exec(meta('citation_pmid', 'ncbi_pmid'))?.[0]
  const pmcid = /^PMC\d+$/i.exec(meta('citation_pmcid', 'ncbi_pmcid'))?.[0].toUpperCase()
  const digits = meta('citation_isbn', 'books:isbn').replaceAll(/[\s-]/g, '')
  const isbn = /^(?:97[89])?\d{9}[\dX]$/i.exec(digits)?.[0].toUpperCase()
  const plainDoi = doi?.toLowerCase().replace(/[.,;)]+$/, '')
  const ids: WorkIds = withoutUndefined({ doi: plainDoi, arxiv, pmid, pmcid, isbn })
  return Object.keys(ids).length === 0 ? undefined : ids
}
