import { createCipheriv, randomBytes, randomUUID } from 'node:crypto'
import { type Hex, keccak256 } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { deriveKey } from './derive-key.ts'

/** scrypt's cost, N: half a second and 128 MiB for each guess. */
const cost = 131_072

/** The text of a Web3 Secret Storage file (version 3) for a private key. */
export async function encryptKey(key: Hex, passphrase: string): Promise<string> {
  const salt = randomBytes(32).toString('hex')
  const kdfparams = { dklen: 32, n: cost, r: 8, p: 1, salt } as const
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
