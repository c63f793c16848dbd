import { once } from 'node:events'
import { type NostrEvent, type NostrFilter, checkEvent } from '@datacortex/protocols'
import { WebSocketServer } from 'ws'
import type { Tour } from './demo-step.ts'

/**
 * Starts a relay of Nostr on this machine that keeps what it is sent as long as the tour lasts (NIP-01). Those of packages
 * bring 39 MB, which is much for a tour.
 */
export async function startLocalRelay({ values, stack }: Pick<Tour, 'values' | 'stack'>): Promise<void> {
  const events = new Map<string, NostrEvent>()
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, maxPayload: 1_000_000 })
  stack.defer(() => {
    for (const socket of server.clients) socket.terminate()
    server.close()
  })
  server.on('connection', (socket) => {
    const send = (...message: readonly unknown[]): void => socket.send(JSON.stringify(message))
    socket.on('error', () => {})
    socket.on('message', (data: Buffer) => {
      const [type, given, ...filters] = JSON.parse(data.toString('utf8')) as [string, unknown, ...NostrFilter[]]
      if (type === 'EVENT') {
        const checked = checkEvent(given)
        if ('event' in checked) events.set(checked.event.id, checked.event)
        send(
          'OK',
          (given as NostrEvent).id,
          'event' in checked,
          'reason' in checked ? `invalid: ${checked.reason}` : '',
        )
      }
      if (type !== 'REQ') return
      for (const event of events.values())
        if (filters.some((filter) => fits(event, filter))) send('EVENT', given, event)
      send('EOSE', given)
    })
  })
  await once(server, 'listening')
  const address = server.address()
  values.set('relay', `ws://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
}

function fits({ id, pubkey, kind, created_at: at, tags }: NostrEvent, filter: NostrFilter): boolean {
  const { ids, authors, kinds, since = 0, until = Infinity, limit: _, ...rest } = filter
  const isTagged = Object.entries(rest).every(([name, values]) =>
    tags.some(([tag, value]) => `#${tag}` === name && (values as readonly unknown[]).includes(value)),
  )
  const isOneOf = (ids?.includes(id) ?? true) && (authors?.includes(pubkey) ?? true) && (kinds?.includes(kind) ?? true)
  return isTagged && isOneOf && at >= since && at <= until
}
