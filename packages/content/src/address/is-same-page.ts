import { trackingParameters, trackingPrefixes } from './tracking-parameters.ts'

/**
 * Whether two addresses plainly lead to one page.
 *
 * They may differ by http and https, `www.`, the host or path of versions for telephones, an index file, a slash at the
 * end, the fragment, parameters that only track, and the order of the others; by nothing else.
 * @returns False if one of them is no address of the web.
 * @example isSamePage('http://m.example.org/a/?utm_source=x', 'https://www.example.org/a') // true
 */
export function isSamePage(a: string, b: string): boolean {
  const key = pageKey(a)
  return key !== undefined && key === pageKey(b)
}

function pageKey(address: string): string | undefined {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined
  for (const name of new Set(url.searchParams.keys())) {
    const isForm = formNames.test(name) && /^(?:|1|true|yes|amp|mobile)$/i.test(url.searchParams.get(name) ?? '')
    if (isForm || isTracking(name)) url.searchParams.delete(name)
  }
  url.searchParams.sort()
  const host = url.hostname.replace(/^(?:(?:www|m|mobile|amp)\.)+(?=[^.]+\.)/, '')
  const path = url.pathname
    .replace(/^\/(?:amp|mobile|m)(?=\/.)/, '')
    .replace(/\/(?:index\.(?:html?|php)|default\.aspx?)$/i, '')
    .replace(/\/$/, '')
    .replace(/(?:\/|\.)amp$|\.amp(?=\.html?$)/, '')
  // Some programs in pages have the place after such a mark.
  const place = url.hash.startsWith('#!') ? url.hash : ''
  return `${host}:${url.port}${path}?${url.searchParams.toString()}${place}`
}

const formNames = /^(?:amp|mobile|m|outputtype)$/i

function isTracking(name: string): boolean {
  const plain = name.toLowerCase()
  return trackingParameters.has(plain) || trackingPrefixes.some((prefix) => plain.startsWith(prefix))
}
