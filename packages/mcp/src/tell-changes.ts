import type { Server, ServerEvent } from '@modelcontextprotocol/server'
import type { Offer } from './offer.ts'

/**
 * Tells the client of a connection what changed: one of 2026 what it listens for, which the library sees to; one of 2025
 * of lists, and of the notes that it subscribed to.
 */
export function tellChanges(server: Server, { changes, tools }: Offer, { era }: { era: 'legacy' | 'modern' }): void {
  const subscribed = new Set<string>()
  if (era === 'legacy' && tools.some(({ operation }) => operation === 'notes.recent')) {
    server.setRequestHandler('resources/subscribe', ({ params: { uri } }) => {
      if (subscribed.size < mostSubscribed) subscribed.add(uri)
      return {}
    })
    server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
      subscribed.delete(uri)
      return {}
    })
  }
  const leave = changes.subscribe((event) => {
    if (event.kind === 'resource_updated' && era === 'legacy' && !subscribed.has(event.uri)) return
    // Who has no prompts or resources is told nothing of them, and who has gone nothing at all.
    server.notification(messageOf(event)).catch(() => undefined)
  })
  server.onclose = leave
}

const mostSubscribed = 1000

function messageOf(event: ServerEvent): Parameters<Server['notification']>[0] {
  if (event.kind === 'resource_updated')
    return { method: 'notifications/resources/updated', params: { uri: event.uri } }
  const [list = ''] = event.kind.split('_')
  return { method: `notifications/${list}/list_changed` }
}
