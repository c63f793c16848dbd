import { createDecipheriv, timingSafeEqual } from 'node:crypto'
import { type Hex, keccak256 } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { exportError } from '../errors.ts'
import { deriveKey } from './derive-key.ts'
import type { KeystoreFile } from './keystore-schema.ts'
import { isPrivateKey } from './private-key.ts'

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
