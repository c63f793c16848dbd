import { isIP } from 'node:net'
import { webUrl, pluginError } from '@datacortex/plugin'

/** An address that a stranger may know: of the web, without credentials, with a public name. */
export function publicAddress(address: string, { source }: { readonly source: string }): string {
  const refuse = (reason: string): never => {
    throw pluginError('SOURCE_ADDRESS_REFUSED', { source, url: address.slice(0, 300), reason })
  }
  const href = webUrl(address)
  if (href === undefined) return refuse('it is no address of the web')
  const name = new URL(href).hostname.replace(/\.$/, '')
  const isAddress = isIP(name) !== 0 || name.startsWith('[')
  if (isAddress || !name.includes('.') || inside.test(name))
    return refuse('its host has no public name, so the provider is not told of it')
  return href
}

// RFC 6761, RFC 6762, RFC 8375, and what routers give.
const inside = /\.(?:localhost|local|internal|intranet|lan|home|corp|private|test|invalid|home\.arpa)$/
