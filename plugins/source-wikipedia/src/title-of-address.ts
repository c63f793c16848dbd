import { webUrl, pluginError } from '@datacortex/plugin'
import { decodedUri } from '@datacortex/platform'

/** The title of the article at an address of this wiki; `_` is a blank there. */
export function titleOfAddress(address: string, { base, source }: { base: string; source: string }): string {
  const refuse = (reason: string): never => {
    throw pluginError('SOURCE_ADDRESS_REFUSED', { source, url: address.slice(0, 300), reason })
  }
  const url = URL.parse(webUrl(address) ?? '')
  if (url === null) return refuse('it is no address of the web')
  const { host } = new URL(base)
  if (url.host.replace('.m.', '.') !== host) return refuse(`it is not on ${host}`)
  const name = /^\/wiki\/(.+)$/.exec(url.pathname)?.[1] ?? url.searchParams.get('title')
  const title = (decodedUri(name ?? '') ?? name ?? '').replaceAll('_', ' ').trim()
  return title === '' || title.includes('|') ? refuse('it names no article') : title
}
