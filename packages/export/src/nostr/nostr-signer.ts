import type { NostrEvent } from '@datacortex/protocols'
import { finalizeEvent } from 'nostr-tools/pure'

/** An event that is to be signed. */
export type EventDraft = Pick<NostrEvent, 'kind' | 'tags' | 'content' | 'created_at'>

/** Who signs. The key may be asked for, or lie elsewhere. */
export type NostrSigner = {
  readonly pubkey: string
  readonly sign: (draft: EventDraft) => Promise<NostrEvent>
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
