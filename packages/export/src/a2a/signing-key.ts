import type { KeySet } from '@datacortex/protocols'
import type { CryptoKey, JWK } from 'jose'

/** A private key that cards are signed with; the secret itself can't be read out of it. */
export type SigningKey = {
  /** Thumbprint of the public key (RFC 7638), or the id that its file has. */
  readonly kid: string
  readonly alg: SigningAlgorithm
  readonly privateKey: CryptoKey
  /** As it stands in the list of keys that is published. */
  readonly publicJwk: JWK
}

/** Signatures that are made here: P-256 or Ed25519. */
export type SigningAlgorithm = 'ES256' | 'EdDSA'

/**
 * The public keys of signing keys, as they are published under `.well-known/jwks.json`.
 * @param keys - Also older ones whose signatures are still in use.
 * @example keySet([key]).keys[0].kid
 * @see https://www.rfc-editor.org/rfc/rfc7517
 */
export function keySet(keys: readonly SigningKey[]): KeySet {
  return { keys: keys.map(({ publicJwk }) => publicJwk) }
}
