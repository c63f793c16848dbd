import { getEventHash, verifyEvent } from 'nostr-tools/pure'
import { NostrEvent } from './event.ts'

/** An event whose id and signature were checked here, or why it is none. */
export type CheckedEvent = { readonly event: NostrEvent } | { readonly reason: string }

/**
 * Reads an event of a stranger: its shape, its size, that its id is that of its contents and its signature that of its key.
 * @example checkEvent(JSON.parse(text))
 * @see https://github.com/nostr-protocol/nips/blob/master/01.md
 */
export function checkEvent(value: unknown): CheckedEvent {
  const parsed = NostrEvent.safeParse(value)
  if (!parsed.success) {
    const { path, code } = parsed.error.issues[0] ?? { path: [], code: '' }
    return { reason: `${path.join('.') || 'it'} is ${code === 'too_big' ? 'too large' : 'not what an event has'}` }
  }
  const event = parsed.data
  if (getEventHash(event) !== event.id) return { reason: 'its id is not that of its contents' }
  // A copy: the library notes its verdict on what it was given.
  return verifyEvent({ ...event }) ? { event } : { reason: 'its signature is not that of its key' }
}
