import { holdsSecretKey, redact } from '@datacortex/errors'
import { type DecodedResult, decode, naddrEncode, neventEncode, npubEncode } from 'nostr-tools/nip19'
import { protocolError } from '../errors.ts'
import { type NostrEvent, addressOf } from './event.ts'
import type { NostrFilter } from './relay.ts'

/** What a reference points at: one event, or the latest of an author's. */
export type NostrReference = { readonly relays: readonly string[] } & (
  | { readonly id: string; readonly author?: string | undefined }
  | { readonly kind: number; readonly author: string; readonly d: string }
)

/**
 * Refuses what holds a secret key, wherever it was given; it is never repeated.
 * @throws `NOSTR_SECRET_REFUSED`
 * @example refuseSecret('nevent1qq…')
 */
export function refuseSecret(text: string): void {
  if (holdsSecretKey(text)) throw protocolError('NOSTR_SECRET_REFUSED', {})
}

/**
 * Reads `nevent1…`, `naddr1…`, `note1…` (NIP-19), with or without `nostr:` before it, or an event id.
 * @throws `NOSTR_SECRET_REFUSED`, `NOSTR_REFERENCE_INVALID`
 * @example readReference('nostr:nevent1qq…').relays
 */
export function readReference(text: string): NostrReference {
  refuseSecret(text)
  const bare = text.trim().replace(/^nostr:/i, '')
  if (/^[0-9a-f]{64}$/i.test(bare)) return { id: bare.toLowerCase(), relays: [] }
  const decoded = decodedOf(bare)
  if (decoded?.type === 'note') return { id: decoded.data, relays: [] }
  if (decoded?.type === 'nevent') {
    const { id, author, relays = [] } = decoded.data
    return { id, author, relays }
  }
  if (decoded?.type === 'naddr') {
    const { kind, pubkey, identifier, relays = [] } = decoded.data
    return { kind, author: pubkey, d: identifier, relays }
  }
  throw protocolError('NOSTR_REFERENCE_INVALID', { text: text.slice(0, 100) })
}

/** What relays are asked for a reference. @example await askRelays(urls, [referenceFilter(reference)], options) */
export function referenceFilter(reference: NostrReference): NostrFilter {
  if ('id' in reference) return { ids: [reference.id] }
  const { kind, author, d } = reference
  return { kinds: [kind], authors: [author], ...(d === '' ? {} : { '#d': [d] }) }
}

/** The public key of `npub1…`, or of 64 hexadecimal digits. @throws `NOSTR_SECRET_REFUSED` @example publicKeyOf('npub1…') */
export function publicKeyOf(text: string): string | undefined {
  refuseSecret(text)
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase()
  const decoded = decodedOf(text)
  return decoded?.type === 'npub' ? decoded.data : undefined
}

/**
 * What a definition or an announcement is referred to by: the same for all versions if they have a `d`, or replace each
 * other anyway; else for this event alone, and where its `d` is longer than a reference holds.
 * @example referenceOf(event) // 'naddr1…'
 */
export function referenceOf(
  event: Pick<NostrEvent, 'id' | 'pubkey' | 'kind' | 'tags'>,
  relays: readonly string[] = [],
): string {
  const { kind, pubkey } = event
  const identifier = addressOf(event)
  // The form has one byte for the length of `d`.
  return identifier === undefined || Buffer.byteLength(identifier) > 255
    ? eventReference(event, relays)
    : naddrEncode({ kind, pubkey, identifier, relays: shareable(relays) })
}

/** What one event is referred to by. @example eventReference(event, ['wss://relay.example.org']) // 'nevent1…' */
export function eventReference(
  { id, pubkey: author, kind }: Pick<NostrEvent, 'id' | 'pubkey'> & Partial<Pick<NostrEvent, 'kind'>>,
  relays: readonly string[] = [],
): string {
  return neventEncode({ id, author, relays: shareable(relays), ...(kind === undefined ? {} : { kind }) })
}

/** A reference without the relays that it names; what is none stays as it is. @example plainReference('nostr:naddr1…') */
export function plainReference(text: string): string {
  const decoded = decodedOf(text.trim().replace(/^nostr:/i, ''))
  if (decoded?.type === 'naddr') return naddrEncode({ ...decoded.data, relays: [] })
  return decoded?.type === 'nevent' ? neventEncode({ ...decoded.data, relays: [] }) : text
}

/** Relays that may be named to others: an address may hold a token. @example shareable(['wss://relay.example.org']) */
export function shareable(relays: readonly string[]): string[] {
  return relays.filter((url) => redact(url) === url)
}

/** A public key as people pass it on. @example npubOf(event.pubkey) // 'npub1…' */
export function npubOf(key: string): string {
  return npubEncode(key)
}

function decodedOf(text: string): DecodedResult | undefined {
  if (!/^(?:note|nevent|naddr|npub)1[a-z0-9]{1,5000}$/i.test(text)) return undefined
  try {
    return decode(text.toLowerCase())
  } catch {
    // The library throws plain errors for whatever is wrong in it.
    return undefined
  }
}
