import { isIP } from 'node:net'
import { webUrl } from './source-url.ts'

/**
 * Whether everybody could know an address: of the web, without credentials, with a name in the public part of the
 * Internet. What is not is sent to no provider.
 * @example isPublicAddress('https://wiki.intranet/plans') // false
 * @see RFC 6761, RFC 6762, RFC 8375
 */
export function isPublicAddress(address: string): boolean {
  const name = URL.parse(webUrl(address) ?? '')?.hostname.replace(/\.$/, '') ?? ''
  return name.includes('.') && !name.startsWith('[') && isIP(name) === 0 && !inside.test(name)
}

// And what routers give.
const inside = /\.(?:localhost|local|internal|intranet|lan|home|corp|private|test|invalid|onion|home\.arpa)$/
