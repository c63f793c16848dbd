import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

/** Whom limits count: an address, and of IPv6 the network of 64 bits, all addresses of which one client may have. */
export function clientAddress(remote = 'unknown'): string {
  const address = unmapped(remote)
  if (!isIPv6(address)) return address
  const parts = address.replace(/%.*$/, '').split('::')
  const [before = [], after = []] = parts.map((part) => part.split(':').filter(Boolean))
  const missing = Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...missing, ...after].slice(0, 4).join(':')
}

/** The same of a request. A proxy of this machine says whom it asks for, in the last entry, which is its own. */
export function clientOfRequest({ socket, headers }: IncomingMessage, { isProxied }: { isProxied: boolean }): string {
  const forwarded = isProxied && isLoopbackAddress(socket.remoteAddress) ? headers['x-forwarded-for'] : undefined
  const [last = ''] = String(forwarded ?? '')
    .split(',')
    .slice(-1)
  return clientAddress(last.trim() || socket.remoteAddress)
}

/** Whether an address is one of this machine that no other can reach. */
export function isLoopbackAddress(remote = ''): boolean {
  const address = unmapped(remote)
  return address === '::1' || address.startsWith('127.')
}

function unmapped(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
