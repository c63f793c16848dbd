import { CodedError } from '@datacortex/errors'
import { nip19 } from 'nostr-tools'
import { generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { expect, test } from 'vitest'
import { eventReference, npubOf, publicKeyOf, readReference, referenceOf } from './reference.ts'

const key = generateSecretKey()
const pubkey = getPublicKey(key)
const event = { id: 'a'.repeat(64), pubkey, kind: 4199, tags: [['d', 'reviewer']] }

test('a definition with a `d` has one reference for all versions, each event its own', () => {
  const relays = ['wss://relay.example.org']
  expect(readReference(referenceOf(event, relays))).toEqual({ kind: 4199, author: pubkey, d: 'reviewer', relays })
  expect(readReference(referenceOf({ ...event, tags: [] }))).toEqual({ id: event.id, author: pubkey, relays: [] })
  expect(readReference(`nostr:${eventReference(event, relays)}`)).toEqual({ id: event.id, author: pubkey, relays })
  expect(readReference(nip19.noteEncode(event.id))).toEqual({ id: event.id, relays: [] })
  expect(publicKeyOf(npubOf(pubkey))).toBe(pubkey)
})

test('what is no reference is refused, and a secret key is never repeated', () => {
  for (const text of ['', 'nevent1', 'nevent1qqqq', 'npub1xyz', npubOf(pubkey), 'x'.repeat(100_000)])
    expect(() => readReference(text)).toThrow(expect.objectContaining({ code: 'NOSTR_REFERENCE_INVALID' }))
  const secret = nip19.nsecEncode(key)
  for (const text of [secret, `nostr:${secret}`, secret.toUpperCase(), `see ${secret}`]) {
    const error = caught(() => readReference(text))
    expect(error).toMatchObject({ code: 'NOSTR_SECRET_REFUSED' })
    expect(JSON.stringify([error, CodedError.is(error) && error.message])).not.toContain(secret.slice(5, 20))
  }
})

function caught(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}
