import { lookup } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { BlockList, isIP } from 'node:net'
import { readDataUri } from '../erc8004/registration-uri.ts'
import { isLoopback } from '../publish/base-url.ts'

/** What a URI of a stranger leads to, or why it could not be read. */
export type UriContent = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string }

/** How a URI may be read. */
export type ReadUriOptions = {
  /** Addresses of this machine may be read; else only those that everybody can reach. */
  readonly allowLoopback: boolean
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

const maxBytes = 1_048_576

/**
 * Reads what a URI on the chain leads to: data URIs, and https without redirects, within limits, from public hosts.
 *
 * @param uri - From anybody.
 * @param options - Limits.
 */
export async function readUri(uri: string, options: ReadUriOptions): Promise<UriContent> {
  if (uri.startsWith('data:')) {
    try {
      return { ok: true, text: readDataUri(uri) }
    } catch (error) {
      return { ok: false, reason: error instanceof Error ? error.message : 'it is no data URI' }
    }
  }
  const url = URL.parse(uri)
  if (url === null) return { ok: false, reason: 'it is no address' }
  const isOwn = isLoopback(url)
  if (url.protocol === 'ipfs:') return { ok: false, reason: 'IPFS is not read; the address itself proves the content' }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOwn)) return { ok: false, reason: 'it is not https' }
  if (isOwn && !options.allowLoopback) return { ok: false, reason: 'it leads to this machine' }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!isOwn && isIP(host) !== 0 && !isPublic(host)) return { ok: false, reason: 'it leads into a private network' }
  return await get(url, { ...options, allowLoopback: isOwn })
}

async function get(url: URL, { allowLoopback, timeoutMs = 5000, signal }: ReadUriOptions): Promise<UriContent> {
  const limit = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])])
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return await new Promise((resolve) => {
    const fail = (reason: string): void => resolve({ ok: false, reason })
    const headers = { accept: 'application/json', 'accept-encoding': 'identity' }
    const request = send(
      url,
      { signal: limit, headers, ...(allowLoopback ? {} : { lookup: publicLookup }) },
      (response) => take(response, { resolve, fail }),
    )
    request.on('error', (error) => fail(limit.aborted ? `no answer within ${timeoutMs} ms` : error.message))
    request.end()
  })
}

function take(
  response: IncomingMessage,
  { resolve, fail }: { readonly resolve: (content: UriContent) => void; readonly fail: (reason: string) => void },
): void {
  if (response.statusCode !== 200) {
    response.destroy()
    return fail(`it answers with status ${response.statusCode}`)
  }
  const chunks: Buffer[] = []
  let size = 0
  response.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > maxBytes) response.destroy(new Error(`it is longer than ${maxBytes} bytes`))
    else chunks.push(chunk)
  })
  response.on('error', (error) => fail(error.message))
  response.on('end', () => resolve({ ok: true, text: Buffer.concat(chunks).toString('utf8') }))
}

// The very addresses that were checked are the ones that are connected to.
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, '', 4)
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublic(address)))
      return callback(new Error(`${hostname} leads into a private network`), '', 4)
    const [first] = addresses
    if (options.all === true) return callback(null, addresses)
    return callback(null, first?.address ?? '', first?.family ?? 4)
  })
}

const privateRanges = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const

/** Of IPv6 only 2000::/3 is public, and of that not what embeds or documents other addresses. */
function isPublic(address: string): boolean {
  if (isIP(address) === 4) {
    const ranges = new BlockList()
    for (const [net, prefix] of privateRanges) ranges.addSubnet(net, prefix, 'ipv4')
    return !ranges.check(address, 'ipv4')
  }
  const open = new BlockList()
  open.addSubnet('2000::', 3, 'ipv6')
  const closed = new BlockList()
  closed.addSubnet('2001::', 32, 'ipv6')
  closed.addSubnet('2001:db8::', 32, 'ipv6')
  closed.addSubnet('2002::', 16, 'ipv6')
  closed.addSubnet('3fff::', 20, 'ipv6')
  return open.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}
