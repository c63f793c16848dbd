import { createHash } from 'node:crypto'
import type { NostrEvent } from '@datacortex/protocols'
import { finalizeEvent } from 'nostr-tools/pure'

/** The secret key of somebody, the same in each run. */
export function keyOf(name: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(name).digest())
}

/** An event as a stranger's client signs it. */
export function signed(
  key: Uint8Array,
  tags: string[][],
  { kind = 4199, content = '', at = 1_700_000_000 } = {},
): NostrEvent {
  return structuredClone(finalizeEvent({ kind, tags, content, created_at: at }, key))
}
