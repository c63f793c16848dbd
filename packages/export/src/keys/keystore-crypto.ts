import {
  type ScryptOptions,
  createCipheriv,
  createDecipheriv,
  pbkdf2,
  randomBytes,
  randomUUID,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { type Hex, keccak256 } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { promisify } from 'node:util'
import type { KeyDerivation, KeystoreFile } from './keystore-schema.ts'
import { exportError } from '../errors.ts'
import { isPrivateKey } from './private-key.ts'

/** scrypt's cost, N: half a second and 128 MiB for each guess. */
const cost = 131_072

/** The text of a Web3 Secret Storage file (version 3) for a private key. */
export async function encryptKey(key: Hex, passphrase: string): Promise<string> {
  const kdfparams = { dklen: 32, n: cost, r: 8, p: 1, salt: randomBytes(32).toString('hex') } as const
  const derived = await deriveKey(passphrase, kdfparams)
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv)
  const ciphertext = Buffer.concat([cipher.update(Buffer.from(key.slice(2), 'hex')), cipher.final()])
  const mac = keccak256(Buffer.concat([derived.subarray(16, 32), ciphertext])).slice(2)
  derived.fill(0)
  const file = {
    version: 3,
    id: randomUUID(),
    address: privateKeyToAddress(key).slice(2).toLowerCase(),
    crypto: {
      cipher: 'aes-128-ctr',
      cipherparams: { iv: iv.toString('hex') },
      ciphertext: ciphertext.toString('hex'),
      kdf: 'scrypt',
      kdfparams,
      mac,
    },
  }
  return `${JSON.stringify(file, undefined, 2)}\n`
}

/** Makes the 32 bytes that encrypt and authenticate a key from a passphrase; takes about half a second. */
async function deriveKey(passphrase: string, derivation: KeyDerivation): Promise<Buffer> {
  const salt = Buffer.from(derivation.salt, 'hex')
  const secret = Buffer.from(passphrase, 'utf8')
  try {
    if ('c' in derivation) return await promisify(pbkdf2)(secret, salt, derivation.c, 32, 'sha256')
    const { n, r, p } = derivation
    // Node counts a little more than the 128 · N · r bytes of the algorithm.
    const options = { N: n, r, p, maxmem: 128 * n * r + 128 * r * p + (1 << 22) }
    return await promisify<Buffer, Buffer, number, ScryptOptions, Buffer>(scrypt)(secret, salt, 32, options)
  } finally {
    secret.fill(0)
  }
}

/** Opens a keystore file. Throws `EXPORT_PASSPHRASE_WRONG` if the passphrase does not open it. */
export async function decryptKey(keystore: KeystoreFile, { passphrase, file }: { passphrase: string; file: string }) {
  const derived = await deriveKey(passphrase, keystore.derivation)
  const ciphertext = Buffer.from(keystore.ciphertext, 'hex')
  const mac = Buffer.from(keccak256(Buffer.concat([derived.subarray(16, 32), ciphertext])).slice(2), 'hex')
  if (!timingSafeEqual(mac, Buffer.from(keystore.mac, 'hex'))) throw exportError('EXPORT_PASSPHRASE_WRONG', { file })
  const decipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), Buffer.from(keystore.iv, 'hex'))
  const key: Hex = `0x${Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('hex')}`
  derived.fill(0)
  if (!isPrivateKey(key)) throw exportError('EXPORT_KEYSTORE_INVALID', { file, reason: 'it holds no private key' })
  const address = privateKeyToAddress(key).slice(2).toLowerCase()
  if (keystore.address !== undefined && keystore.address !== address)
    throw exportError('EXPORT_KEYSTORE_INVALID', {
      file,
      reason: `it names 0x${keystore.address} but holds the key of 0x${address}`,
    })
  return key
}
