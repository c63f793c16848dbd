import { stat } from 'node:fs/promises'
import { type JWK, calculateJwkThumbprint, importJWK } from 'jose'
import { z } from 'zod'
import { jsonOf, readTextFile, schemaIssues } from '@datacortex/platform'
import { exportError } from '../errors.ts'
import type { SigningAlgorithm, SigningKey } from './signing-key.ts'

/**
 * Reads a private key for signing cards.
 *
 * @param file - A private JWK of P-256 or Ed25519 that only its owner may read.
 * @throws `EXPORT_SIGNING_KEY_EXPOSED` if others may read the file.
 * @throws `EXPORT_SIGNING_KEY_INVALID` if it holds no such key; the message never quotes the file.
 * @example const key = await readSigningKey('/home/ada/keys/cards.jwk')
 */
export async function readSigningKey(file: string): Promise<SigningKey> {
  const refuse = (reason: string): never => {
    throw exportError('EXPORT_SIGNING_KEY_INVALID', { file, reason })
  }
  const found = await readTextFile(file, { maxBytes: 16_384 })
  if (!found.ok) return refuse(found.reason)
  await refuseExposed(file)
  const json = jsonOf(found.text)
  if (json === undefined) return refuse('it is not JSON; a JWK is wanted, not PEM')
  const { success, data, error } = PrivateJwk.safeParse(json)
  if (!success) return refuse(schemaIssues(error).join('; '))
  const { kty, crv, x, y, d } = data
  const alg: SigningAlgorithm = crv === 'P-256' ? 'ES256' : 'EdDSA'
  if (data.alg !== undefined && data.alg !== alg) return refuse(`its algorithm is ${data.alg}, its curve needs ${alg}`)
  const point: JWK = { kty, crv, x, ...(y === undefined ? {} : { y }) }
  const privateKey = await importJWK({ ...point, d }, alg).catch(() => undefined)
  if (privateKey === undefined || privateKey instanceof Uint8Array) return refuse('its numbers are no key')
  const kid = data.kid ?? (await calculateJwkThumbprint(point))
  return { kid, alg, privateKey, publicJwk: { kid, alg, use: 'sig', ...point } }
}

const number = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'expected 32 bytes in base64url')
const named = { kid: z.string().min(1).optional(), alg: z.string().optional(), d: number, x: number }

const PrivateJwk = z.discriminatedUnion('kty', [
  z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), y: number, ...named }),
  z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), y: z.undefined().optional(), ...named }),
])

async function refuseExposed(file: string): Promise<void> {
  // Windows has no such bits.
  if (process.platform === 'win32') return
  const { mode } = await stat(file)
  if ((mode & 0o077) !== 0) throw exportError('EXPORT_SIGNING_KEY_EXPOSED', { file, mode: (mode & 0o777).toString(8) })
}
