import { isRecord, jsonOf } from '@datacortex/platform'
import canonicalize from 'canonicalize'
import { type JWK, flattenedVerify, importJWK } from 'jose'
import { z } from 'zod'

/** Public keys by which signatures are verified (RFC 7517). */
export type KeySet = { readonly keys: readonly PublicKey[] }

/** A public key; `exp` in seconds since 1970, if it expires. */
export type PublicKey = JWK & { readonly exp?: number | undefined }

/** A signature of a card: a detached JWS (RFC 7515). */
export type CardSignature = { readonly protected: string; readonly signature: string }

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
  const signatures: SignatureVerdict[] = []
  if (!isRecord(card)) return { valid: false, signatures }
  const payload = signedPayload(card)
  for (const signature of cardSignatures(card).slice(0, mostSignatures))
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

/**
 * What stands as signatures of a card, whatever it is.
 * @example cardSignatures(card).length
 */
export function cardSignatures(card: object): readonly unknown[] {
  const { signatures } = card as { readonly signatures?: unknown }
  return Array.isArray(signatures) ? signatures : []
}

/**
 * The part of a card that its signatures cover.
 * @example unsignedCard({ name: 'a', signatures: [] }) // { name: 'a' }
 */
export function unsignedCard(card: object): object {
  const { signatures: _, ...content } = card as { readonly signatures?: unknown }
  return content
}

/** Undefined for what has no canonical form (RFC 8785). */
function signedPayload(card: object): string | undefined {
  try {
    const text = canonicalize(unsignedCard(card))
    return text === undefined ? undefined : Buffer.from(text).toString('base64url')
  } catch (error) {
    // The library throws plain errors for lone surrogates and numbers that are none.
    if (!(error instanceof Error)) throw error
    return undefined
  }
}

/**
 * Whether a value has the parts of a signature.
 * @example cardSignatures(card).filter(isSignature)
 */
export function isSignature(value: unknown): value is CardSignature {
  return isRecord(value) && typeof value['protected'] === 'string' && typeof value['signature'] === 'string'
}

/** What a protected header says of the key. */
const Header = z.object({ alg: z.string().min(1), kid: z.string().min(1), jku: z.string().optional() })

/**
 * Reads a protected header; undefined if it has no algorithm and key id or can't be read.
 * @example decodeHeader(signature.protected)?.kid
 */
export function decodeHeader(text: string): Readonly<z.infer<typeof Header>> | undefined {
  return Header.safeParse(jsonOf(Buffer.from(text, 'base64url').toString('utf8'))).data
}
