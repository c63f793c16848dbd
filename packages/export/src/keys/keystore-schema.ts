import { type DeepReadonly, parseJson, readTextFile } from '@datacortex/platform'
import { z } from 'zod'
import { CodedError } from '@datacortex/errors'
import { exportError } from '../errors.ts'

const hex = z.string().regex(/^(?:0x)?(?:[0-9a-fA-F]{2})+$/, 'expected hexadecimal digits')
const salt = hex.refine((value) => value.length <= 256, 'is too long')
const bytes32 = z.string().regex(/^(?:0x)?[0-9a-fA-F]{64}$/, 'expected 64 hexadecimal digits')

// The bounds keep a prepared file from taking all memory or time: 128 · N · r bytes are 1 GiB at most.
const scrypt = z.strictObject({
  dklen: z.literal(32),
  n: z
    .number()
    .int()
    .min(2)
    .max(1 << 20)
    .refine((n) => (n & (n - 1)) === 0, 'is no power of two'),
  r: z.number().int().min(1).max(8),
  p: z.number().int().min(1).max(16),
  salt,
})
const pbkdf2 = z.strictObject({
  dklen: z.literal(32),
  c: z.number().int().min(1).max(10_000_000),
  prf: z.literal('hmac-sha256'),
  salt,
})

const cipher = {
  cipher: z.literal('aes-128-ctr'),
  cipherparams: z.object({ iv: z.string().regex(/^(?:0x)?[0-9a-fA-F]{32}$/, 'expected 32 hexadecimal digits') }),
  ciphertext: bytes32,
  mac: bytes32,
}

const crypto = z.discriminatedUnion('kdf', [
  z.object({ ...cipher, kdf: z.literal('scrypt'), kdfparams: scrypt }),
  z.object({ ...cipher, kdf: z.literal('pbkdf2'), kdfparams: pbkdf2 }),
])

/** Some programs leave it out. */
const address = z.string().regex(/^(?:0x)?[0-9a-fA-F]{40}$/, 'expected 40 hexadecimal digits')

/** Web3 Secret Storage files of version 3, without what no reader needs; also those that write `Crypto`. */
export const KeystoreFile = z.preprocess(
  lowerCaseCrypto,
  z
    .object({ version: z.literal(3), address: address.nullish(), crypto })
    .transform(({ address, crypto: { kdfparams, ...rest } }) => ({
      address: address === undefined || address === null ? undefined : plain(address),
      derivation: { ...kdfparams, salt: plain(kdfparams.salt) },
      iv: plain(rest.cipherparams.iv),
      ciphertext: plain(rest.ciphertext),
      mac: plain(rest.mac),
    })),
)
export type KeystoreFile = DeepReadonly<z.infer<typeof KeystoreFile>>
/** Within what this program is ready to compute. */
export type KeyDerivation = KeystoreFile['derivation']

function lowerCaseCrypto(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('Crypto' in value) || 'crypto' in value) return value
  return { ...value, crypto: value.Crypto }
}

function plain(digits: string): string {
  return digits.replace(/^0x/, '').toLowerCase()
}

export async function readKeystore(file: string): Promise<KeystoreFile> {
  const read = await readTextFile(file, { maxBytes: 100_000 })
  if (!read.ok) throw exportError('EXPORT_KEYSTORE_INVALID', { file, reason: read.reason })
  try {
    return parseJson(read.text, KeystoreFile, { origin: file })
  } catch (error) {
    if (!CodedError.is(error, 'PLATFORM_JSON_INVALID')) throw error
    // What a JSON parser quotes may be a key that somebody saved in plain text.
    const { issues } = error.details
    const isShape = Array.isArray(issues) && error.cause === undefined
    throw exportError('EXPORT_KEYSTORE_INVALID', { file, reason: isShape ? issues.join('; ') : 'it is not JSON' })
  }
}
