import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import { onTestFinished } from 'vitest'
import type { Offer } from '../offer.ts'
import { serverOf } from '../server-of.ts'

/** A stock client of an offer, as of `datacortex mcp`. */
export async function connected(offer: Offer): Promise<Client> {
  const [here, there] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'test', version: '1.0.0' })
  await serverOf(offer, { version: '1.2.3', isOwn: true, tells: false }).connect(there)
  await client.connect(here)
  onTestFinished(async () => await client.close())
  return client
}

/** A stock client of a handler, by a protocol version or by the newest. */
export async function connectedTo(
  handler: (request: Request) => Promise<Response>,
  version: string = 'auto',
  query: string = '',
): Promise<Client> {
  const mode = version === 'auto' ? { versionNegotiation: { mode: 'auto' as const } } : {}
  const client = new Client({ name: 'test', version: '1.0.0' }, mode)
  const fetch = async (url: URL | string, init?: RequestInit): Promise<Response> =>
    await handler(new Request(url, init))
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://localhost/mcp${query}`), { fetch }))
  onTestFinished(async () => await client.close())
  return client
}
