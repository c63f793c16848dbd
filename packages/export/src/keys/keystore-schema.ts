import { z } from 'zod'

/** Key derivation of a keystore file, within what this program is ready to compute. */
export type KeyDerivation =
  | { readonly kdf: 'scrypt'; readonly n: number; readonly r: number; readonly p: number; readonly salt: string }
  | { readonly kdf: 'pbkdf2'; readonly c: number; readonly salt: string }

/** What a Web3 Secret Storage file of version 3 says, without what no reader needs. */
export type KeystoreFile = {
  /** 40 lower-case hexadecimal digits; some programs leave it out. */
  readonly address: string | undefined
  readonly derivation: KeyDerivation
  readonly iv: string
  readonly ciphertext: string
  readonly mac: string
}

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

const file = z.object({
  version: z.literal(3),
  address: z
    .string()
    .regex(/^(?:0x)?[0-9a-fA-F]{40}$/, 'expected 40 hexadecimal digits')
    .nullish(),
  crypto,
})

/** Files of version 3; also those that write `Crypto`. */
export const KeystoreSchema: z.ZodType<KeystoreFile> = z.preprocess(
  lowerCaseCrypto,
  file.transform(({ address, crypto: { kdfparams, ...rest } }): KeystoreFile => {
    const salt = plain(kdfparams.salt)
    return {
      address: address === undefined || address === null ? undefined : plain(address),
      derivation:
        'n' in kdfparams
          ? { kdf: 'scrypt', n: kdfparams.n, r: kdfparams.r, p: kdfparams.p, salt }
          : { kdf: 'pbkdf2', c: kdfparams.c, salt },
      iv: plain(rest.cipherparams.iv),
      ciphertext: plain(rest.ciphertext),
      mac: plain(rest.mac),
    }
  }),
)

function lowerCaseCrypto(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('Crypto' in value) || 'crypto' in value) return value
  return { ...value, crypto: value.Crypto }
}

function plain(digits: string): string {
  return digits.replace(/^0x/, '').toLowerCase()
}
