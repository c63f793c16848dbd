import { CodedError, attempt, codedError } from '@datacortex/errors'
import { flattenedVerify, importJWK } from 'jose'
import { isRecord } from '@datacortex/platform'
import { itemsOf } from '../publish/outside-fields.ts'
import { decodeHeader, isSignature, signedBytes } from './sign-card.ts'
import type { KeySet, PublicKey } from './signing-key.ts'

export type SignatureVerdict = {
  readonly kid: string | undefined
  readonly valid: boolean
  readonly reason?: string | undefined
}

/**
 * Verifies the signatures of a card against keys that are trusted already.
 *
 * Takes the raw wire JSON: a single changed, added or missing field makes every signature invalid. Never fetches
 * `jku`: who trusts a key must have it from elsewhere.
 * @param keys - Public keys; one that has `exp` (seconds since 1970) in the past does not count.
 * @example (await verifyCard(card, keySet([key]))).valid
 * @see https://a2a-protocol.org/v1.0.1/specification section 8.4.3
 */
export async function verifyCard(card: unknown, keys: KeySet) {
  if (!isRecord(card)) return { valid: false, signatures: [] }
  const bytes = attempt(() => signedBytes(card), codedError)
  const payload = CodedError.is(bytes) ? undefined : Buffer.from(bytes).toString('base64url')
  const signatures: SignatureVerdict[] = []
  for (const signature of itemsOf(card['signatures']).slice(0, mostSignatures))
    signatures.push(await verdict(signature, { payload, keys }))
  return { valid: signatures.some(({ valid }) => valid), signatures }
}

// Each costs a check; nobody rotates more keys than this at a time.
const mostSignatures = 16

/** Asymmetric ones only: with any other a public key could pass for a secret. */
const algorithms = ['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519', 'PS256', 'RS256']

type VerdictOptions = { readonly payload: string | undefined; readonly keys: KeySet }

async function verdict(signature: unknown, { payload, keys }: VerdictOptions): Promise<SignatureVerdict> {
  if (!isSignature(signature))
    return { kid: undefined, valid: false, reason: 'it has no protected header or signature' }
  const header = decodeHeader(signature.protected)
  if (header === undefined) return { kid: undefined, valid: false, reason: 'its header has no algorithm or no key id' }
  const { alg, kid } = header
  const refuse = (reason: string): SignatureVerdict => ({ kid, valid: false, reason })
  if (payload === undefined) return refuse('the card has no canonical form')
  if (!algorithms.includes(alg)) return refuse(`its algorithm ${JSON.stringify(alg)} is not accepted`)
  const jwk = keys.keys.find((key) => key.kid === kid)
  if (jwk === undefined) return refuse('its key is not known')
  if (jwk.alg !== undefined && jwk.alg !== alg) return refuse('its algorithm is not that of the key')
  if (jwk.exp !== undefined && jwk.exp * 1000 <= Date.now()) return refuse('its key has expired')
  try {
    const key = await importJWK(publicPart(jwk), alg)
    await flattenedVerify({ protected: signature.protected, signature: signature.signature, payload }, key, {
      algorithms: [alg],
    })
    return { kid, valid: true }
  } catch (error) {
    // What is no key at all makes other errors than those of the library.
    if (!(error instanceof Error)) throw error
    return refuse('it does not fit this card and key')
  }
}

function publicPart(jwk: PublicKey): PublicKey {
  const { d: _, use: _use, key_ops: _operations, ...rest } = jwk
  return rest
}
