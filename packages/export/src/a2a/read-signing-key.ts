import { stat } from 'node:fs/promises'
import { type JWK, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose'
import { z } from 'zod'
import { type Disk, jsonOf, readTextFile, replaceFile, schemaIssues } from '@datacortex/platform'
import { exportError } from '../errors.ts'
import type { SigningAlgorithm, SigningKey } from './signing-key.ts'

/**
 * Reads a private key for signing cards.
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

/**
 * Makes a key for signing, P-256 unless `alg` says otherwise, and stores it as a private JWK that only its owner may read (mode 0600).
 * @param file - New file; its folder is made if absent.
 * @throws `EXPORT_SIGNING_KEY_EXISTS` if the file is there; it is never overwritten.
 * @throws `PLATFORM_FILE_UNWRITABLE` if it can't be written.
 * @example const key = await createSigningKey('/home/ada/keys/cards.jwk')
 * @see https://www.rfc-editor.org/rfc/rfc7517
 */
export async function createSigningKey(
  file: string,
  { alg = 'ES256', disk }: { readonly alg?: SigningAlgorithm | undefined; readonly disk?: Disk | undefined } = {},
): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = await exportJWK(privateKey)
  const stored = { kid: await calculateJwkThumbprint(jwk), alg, use: 'sig', ...jwk }
  const text = `${JSON.stringify(stored, undefined, 2)}\n`
  // The disk knows whether it has a file of that name, also one that is made meanwhile.
  if (!(await replaceFile(file, text, { mode: 0o600, expected: 'absent', disk })))
    throw exportError('EXPORT_SIGNING_KEY_EXISTS', { file })
  return await readSigningKey(file)
}
