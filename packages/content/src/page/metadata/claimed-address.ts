import { safeLink } from '../../text/safe-link.ts'
import type { PageElements } from '../tree/page-elements.ts'

/** Where a page says that it stands, for one whose address is not known, such as a file that was saved. */
export function claimedAddress(elements: PageElements): string | undefined {
  const shared = elements.named('meta').find((meta) => meta.getAttribute('property')?.toLowerCase() === 'og:url')
  const page = webAddress(shared?.getAttribute('content'))
  const canonical = webAddress(canonicalLink(elements), page)
  if (page === undefined || isStart(page)) return canonical
  // A start page that stands for all others is a mistake of the site.
  return canonical === undefined || isStart(canonical) ? page : canonical
}

/** What a page names as its own address, as it stands there. */
export function canonicalLink(elements: PageElements): string | null | undefined {
  const named = elements.named('link').find((link) => link.getAttribute('rel')?.toLowerCase() === 'canonical')
  return named?.getAttribute('href')
}

function webAddress(link: string | null | undefined, base?: string): string | undefined {
  const address = link === null || link === undefined || link.trim() === '' ? undefined : safeLink(link, { base })
  return address?.startsWith('http') === true ? address : undefined
}

function isStart(address: string): boolean {
  const { pathname, search } = new URL(address)
  return pathname === '/' && search === ''
}
