import { bech32 } from '@scure/base'
import { decrypt, encrypt } from 'nostr-tools/nip49'
import { expect, test } from 'vitest'
import { decryptNostrKey, encryptNostrKey } from './encrypted-key.ts'

const key = Uint8Array.from({ length: 32 }, (_, at) => at + 1)

test('the vector of NIP-49 is opened', async () => {
  const text =
    'ncryptsec1qgg9947rlpvqu76pj5ecreduf9jxhselq2nae2kghhvd5g7dgjtcxfqtd67p9m0w57lspw8gsq6yphnm8623nsl8xn9j4jdzz84zm3frztj3z7s35vpzmqf6ksu8r89qk5z2zxfmu5gv8th8wclt0h4p'
  expect(Buffer.from(await decryptNostrKey(text, 'nostr')).toString('hex')).toBe(
    '3501454135014541350145413501453fefb02227e449e57cf4d3a3ce05378683',
  )
})

test('what is written the library reads, and the other way, also where letters have two forms', async () => {
  expect(Buffer.from(decrypt(await encryptNostrKey(key, 'caf\u00e9'), 'cafe\u0301'))).toEqual(Buffer.from(key))
  expect(Buffer.from(await decryptNostrKey(encrypt(key, 'cafe\u0301', 10), 'caf\u00e9'))).toEqual(Buffer.from(key))
})

test('another passphrase, what is cut or of another kind, and a cost that takes all memory are refused', async () => {
  const text = encrypt(key, 'open sesame', 10)
  await expect(decryptNostrKey(text, 'other')).rejects.toThrow('invalid tag')
  const bytes = bech32.fromWords(bech32.decode(text, 5000).words)
  const costly = Uint8Array.from(bytes).fill(31, 1, 2)
  for (const [prefix, changed] of [
    ['ncryptsec', bytes.subarray(0, 40)],
    ['ncryptsec', costly],
    ['nsec', bytes],
  ] as const) {
    const made = bech32.encode(prefix, bech32.toWords(changed), false)
    await expect(decryptNostrKey(made, 'open sesame')).rejects.toThrow('it is no ncryptsec of version 2')
  }
  await expect(decryptNostrKey('ncryptsec1', 'x')).rejects.toThrow('at least 6 characters')
})
