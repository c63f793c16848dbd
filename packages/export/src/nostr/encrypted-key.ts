import { randomBytes } from 'node:crypto'
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { bech32 } from '@scure/base'
import { scryptKey } from '../keys/keystore-crypto.ts'

/** log2 of scrypt's N for what is kept, and the most that is computed for somebody else's: 1 GiB of memory. */
const [cost, mostCost] = [16, 20]
/** Version, cost, salt, nonce, how the key was handled before, the key and its tag. */
const length = 1 + 1 + 16 + 24 + 1 + 32 + 16

/** `ncryptsec1…` of a private key (NIP-49). It does not say how the key was handled before: that byte is 2. */
export async function encryptNostrKey(key: Uint8Array, passphrase: string): Promise<string> {
  const [salt, nonce, handled] = [randomBytes(16), randomBytes(24), Uint8Array.of(2)]
  const derived = await derive(passphrase, { salt, cost })
  const sealed = xchacha20poly1305(derived, nonce, handled).encrypt(key)
  const bytes = Buffer.concat([Uint8Array.of(2, cost), salt, nonce, handled, sealed])
  return bech32.encode('ncryptsec', bech32.toWords(bytes), false)
}

/**
 * The private key of an `ncryptsec1…`. It is computed beside the loop of events: the library's own takes a second of it.
 * @throws Error if it is none, wants more memory than it gets, or the passphrase is another one.
 */
export async function decryptNostrKey(text: string, passphrase: string): Promise<Uint8Array> {
  const { prefix, words } = bech32.decode(text as `${string}1${string}`, 5000)
  const bytes = bech32.fromWords(words)
  const [version, itsCost = 0] = bytes
  if (prefix !== 'ncryptsec' || version !== 2 || bytes.length !== length || itsCost > mostCost)
    throw new Error('it is no ncryptsec of version 2')
  const [salt, nonce, handled] = [bytes.subarray(2, 18), bytes.subarray(18, 42), bytes.subarray(42, 43)]
  const derived = await derive(passphrase, { salt, cost: itsCost })
  return xchacha20poly1305(derived, nonce, handled).decrypt(bytes.subarray(43))
}

async function derive(
  passphrase: string,
  { salt, cost: logN }: { readonly salt: Uint8Array; readonly cost: number },
): Promise<Buffer> {
  return await scryptKey(passphrase.normalize('NFKC'), salt, { N: 2 ** logN, r: 8, p: 1 })
}
