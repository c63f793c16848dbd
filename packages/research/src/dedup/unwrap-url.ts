import { decodedUri } from '@datacortex/platform'
/** Addresses that only lead to another one, which is the first group: caches, archives, links that count clicks. */
const wrappers: readonly RegExp[] = [
  /^https?:\/\/(?:web\.)?archive\.org\/web\/\d{4,14}(?:[a-z]{2}_)?\/(?<target>.+)$/iu,
  /^https?:\/\/[^/]+\.cdn\.ampproject\.org\/(?:[acirv]\/)?(?<secure>s\/)?(?<target>[^/]+\..+)$/iu,
  /^https?:\/\/(?:www\.)?google\.[a-z.]{2,6}\/amp\/(?<secure>s\/)?(?<target>[^/]+\..+)$/iu,
  /^https?:\/\/(?:www\.)?google\.[a-z.]{2,6}\/url\?(?:[^#]*&)?(?:q|url)=(?<query>https?[^&#]+)/iu,
  /^https?:\/\/l\.facebook\.com\/l\.php\?(?:[^#]*&)?u=(?<query>https?[^&#]+)/iu,
]

/** The address behind a cache, an archive or a counting link; the same address if it is none. */
export function unwrapUrl(url: string): string {
  for (const wrapper of wrappers) {
    const groups = wrapper.exec(url)?.groups
    if (groups === undefined) continue
    const target = groups['target'] ?? decodedUri(groups['query'] ?? '') ?? ''
    const address = /^https?:\/{1,2}/iu.test(target)
      ? target.replace(/^(https?:)\/{1,2}/iu, '$1//')
      : `${groups['secure'] === undefined ? 'http' : 'https'}://${target}`
    if (URL.canParse(address)) return address
  }
  return url
}
