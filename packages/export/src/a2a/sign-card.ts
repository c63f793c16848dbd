import { FlattenedSign } from 'jose'
import { cardSignatures, decodeHeader, isSignature, unsignedCard } from '@datacortex/protocols'
import type { CardSignature } from './agent-card.ts'
import { canonicalJson } from './canonical-json.ts'
import type { SigningKey } from './signing-key.ts'

/**
 * Signs a card: a detached JWS over its canonical form without `signatures`.
 *
 * Signatures of other keys stay, so that keys can change hands: sign with the old one and the new one for a while.
 * @param card - Plain wire JSON of any version.
 * @param options - `jku`: where the public keys are published.
 * @throws `EXPORT_NOT_CANONICAL` if the card is no plain JSON.
 * @example await signCard(card, key, { jku: 'https://agents.example.org/.well-known/jwks.json' })
 * @see https://a2a-protocol.org/v1.0.1/specification section 8.4
 */
export async function signCard<Card extends object>(
  card: Card & { readonly signatures?: unknown },
  key: SigningKey,
  options: { readonly jku?: string | undefined } = {},
): Promise<Card & { readonly signatures: readonly CardSignature[] }> {
  const { alg, kid } = key
  const header = { alg, kid, typ: 'JOSE', ...(options.jku === undefined ? {} : { jku: options.jku }) }
  const signed = new TextEncoder().encode(canonicalJson(unsignedCard(card)))
  const { protected: protectedHeader = '', signature } = await new FlattenedSign(signed)
    .setProtectedHeader(header)
    .sign(key.privateKey)
  const others = cardSignatures(card)
    .filter(isSignature)
    .filter((one) => decodeHeader(one.protected)?.kid !== kid)
  return { ...card, signatures: [...others, { protected: protectedHeader, signature }] }
}
