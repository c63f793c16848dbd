import { type NostrEvent, checkEvent } from '@datacortex/protocols'
import { finalizeEvent } from 'nostr-tools/pure'
import { exportError } from '../errors.ts'

/** An event that is to be signed. */
export type EventDraft = Pick<NostrEvent, 'kind' | 'tags' | 'content' | 'created_at'>

/** Who signs. The key may be asked for, or lie elsewhere. */
export type NostrSigner = {
  readonly pubkey: string
  readonly sign: (draft: EventDraft) => Promise<NostrEvent>
}

/** Most seconds between what was shown and what was signed: a person reads it meanwhile. */
const mostSeconds = 3600

/**
 * The signature of a program that keeps the key, such as an extension of a browser (NIP-07), given with what it signed;
 * undefined stands for none yet. Anything but what is to be signed is refused.
 * @throws `EXPORT_SIGNED_OTHER`, when it signs.
 * @example givenSigner(pubkey, await window.nostr.signEvent(draft))
 */
export function givenSigner(pubkey: string, signed: unknown): NostrSigner {
  return {
    pubkey,
    async sign(draft) {
      const checked = checkEvent(signed)
      if ('reason' in checked) throw exportError('EXPORT_SIGNED_OTHER', { reason: checked.reason })
      const { event } = checked
      if (event.pubkey !== pubkey) throw exportError('EXPORT_SIGNED_OTHER', { reason: 'another key signed it' })
      const text = ({ kind, tags, content }: EventDraft): string => JSON.stringify([kind, tags, content])
      if (text(event) !== text(draft) || Math.abs(event.created_at - draft.created_at) > mostSeconds)
        throw exportError('EXPORT_SIGNED_OTHER', { reason: 'it is not what was to be signed, or that has changed' })
      return await Promise.resolve(event)
    },
  }
}

/** Signs with a key of its own, which is asked for once, when something is signed. */
export function keySigner(pubkey: string, secret: () => Promise<Uint8Array>): NostrSigner {
  let key: Promise<Uint8Array> | undefined
  return {
    pubkey,
    async sign(draft) {
      key ??= secret()
      return structuredClone(finalizeEvent({ ...draft }, await key))
    },
  }
}
