import type { Hex } from 'viem'
import { exportError } from '../errors.ts'

/** The order of the group of secp256k1 (SEC 2, 2.4.1). */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

export function isPrivateKey(text: string): text is Hex {
  if (!/^0x[0-9a-fA-F]{64}$/.test(text)) return false
  const value = BigInt(text)
  return value > 0n && value < order
}

/** The private key in a text that somebody gave. Throws `EXPORT_PRIVATE_KEY_INVALID`. */
export function privateKeyOf(text: string, { origin }: { origin: string }): Hex {
  const trimmed = text.trim()
  const key = trimmed.startsWith('0x') ? trimmed : `0x${trimmed}`
  if (!isPrivateKey(key)) throw exportError('EXPORT_PRIVATE_KEY_INVALID', { origin })
  return key
}
