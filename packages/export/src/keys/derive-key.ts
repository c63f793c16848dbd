import { pbkdf2, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { KeyDerivation } from './keystore-schema.ts'

/** Makes the 32 bytes that encrypt and authenticate a key from a passphrase; takes about half a second. */
export async function deriveKey(passphrase: string, derivation: KeyDerivation): Promise<Buffer> {
  const salt = Buffer.from(derivation.salt, 'hex')
  const secret = Buffer.from(passphrase, 'utf8')
  try {
    if ('c' in derivation) return await promisify(pbkdf2)(secret, salt, derivation.c, 32, 'sha256')
    const { n, r, p } = derivation
    // Node counts a little more than the 128 · N · r bytes of the algorithm.
    return await scryptKey(secret, salt, { N: n, r, p, maxmem: 128 * n * r + 128 * r * p + (1 << 22) })
  } finally {
    secret.fill(0)
  }
}

async function scryptKey(
  secret: Buffer,
  salt: Buffer,
  options: { readonly N: number; readonly r: number; readonly p: number; readonly maxmem: number },
): Promise<Buffer> {
  return await new Promise((resolve, reject) => {
    scrypt(secret, salt, 32, options, (error, key) => (error === null ? resolve(key) : reject(error)))
  })
}
