import { decodedUri } from '@datacortex/platform'
import type { ExtractedDocument, WorkIds } from '@datacortex/plugin'
import { type Authority, type AuthorityRules, authorityRules } from './authority-rules.ts'

/** The authority of a document: of the longest rule that its host ends in. */
export function sourceAuthority(
  { url, workIds }: Pick<ExtractedDocument, 'url' | 'workIds'>,
  rules: AuthorityRules = {},
): Authority {
  const address = url === undefined ? null : URL.parse(url)
  const host = address?.hostname.toLowerCase().replace(/\.$/, '') ?? ''
  return (
    longestRule(host, rules) ??
    longestRule(host, authorityRules) ??
    (address !== null && holdsWorkId(address, workIds) ? 'high' : 'low')
  )
}

/** Other ids are bare numbers, which are in many addresses. */
function holdsWorkId({ pathname }: URL, { doi, arxiv, pmcid }: WorkIds = {}): boolean {
  const place = (decodedUri(pathname) ?? pathname).toLowerCase()
  return [doi, arxiv, pmcid].some((id) => id !== undefined && place.includes(`/${id.toLowerCase()}`))
}

function longestRule(host: string, rules: AuthorityRules): Authority | undefined {
  const labels = host.split('.')
  for (let first = 0; first < labels.length; first += 1) {
    const suffix = labels.slice(first).join('.')
    if (suffix !== '' && Object.hasOwn(rules, suffix)) return rules[suffix]
  }
  return undefined
}
