import type { ExtractedDocument } from '@datacortex/plugin'
import { authorityRules } from './authority-rules.ts'

/** How much a source is worth as a source. */
export type Authority = 'high' | 'medium' | 'low'

/** Domain with everything below it, or an ending such as `gov`, to its authority. */
export type AuthorityRules = Readonly<Record<string, Authority>>

/**
 * The authority of a document: of the longest rule that its host ends in; published works with an id are `high`.
 *
 * @param document - Address and work ids count.
 * @param rules - They come before the built-in ones.
 * @example sourceAuthority({ url: 'https://www.cdc.gov/flu' }) // 'high'
 */
export function sourceAuthority(
  { url, workIds }: Pick<ExtractedDocument, 'url' | 'workIds'>,
  rules: AuthorityRules = {},
): Authority {
  const host = hostOf(url)
  return (
    longestRule(host, rules) ??
    (Object.values(workIds ?? {}).some((id) => id !== undefined) ? 'high' : undefined) ??
    longestRule(host, authorityRules) ??
    'low'
  )
}

function longestRule(host: string, rules: AuthorityRules): Authority | undefined {
  const labels = host.split('.')
  for (let first = 0; first < labels.length; first += 1) {
    const suffix = labels.slice(first).join('.')
    if (suffix !== '' && Object.hasOwn(rules, suffix)) return rules[suffix]
  }
  return undefined
}

function hostOf(url: string | undefined): string {
  const address = url === undefined ? null : URL.parse(url)
  return address?.hostname.toLowerCase().replace(/\.$/, '') ?? ''
}
