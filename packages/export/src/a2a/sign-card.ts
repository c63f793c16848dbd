import { FlattenedSign } from 'jose'
import { itemsOf } from '../publish/outside-fields.ts'
import type { CardSignature } from './agent-card.ts'
import { canonicalJson } from './canonical-json.ts'
import type { SigningKey } from './signing-key.ts'
import { jsonOf } from '@datacortex/platform'
import { z } from 'zod'

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
  const header = {
    alg: key.alg,
    kid: key.kid,
    typ: 'JOSE',
    ...(options.jku === undefined ? {} : { jku: options.jku }),
  }
  const { protected: protectedHeader = '', signature } = await new FlattenedSign(signedBytes(card))
    .setProtectedHeader(header)
    .sign(key.privateKey)
  const others = itemsOf(card.signatures)
    .filter(isSignature)
    .filter((one) => decodeHeader(one.protected)?.kid !== key.kid)
  return { ...card, signatures: [...others, { protected: protectedHeader, signature }] }
}

/** What a signature of a card covers: the canonical form of everything but the signatures. */
export function signedBytes(card: object): Uint8Array {
  const { signatures: _, ...content } = card as { readonly signatures?: unknown }
  return new TextEncoder().encode(canonicalJson(content))
}

/** Whether a value has the two parts that every signature has. */
export function isSignature(value: unknown): value is CardSignature {
  return (
    typeof value === 'object' &&
    value !== null &&
    'protected' in value &&
    typeof value.protected === 'string' &&
    'signature' in value &&
    typeof value.signature === 'string'
  )
}

const Header = z.object({ alg: z.string().min(1), kid: z.string().min(1), jku: z.string().optional() })

/** Reads a protected header. Gives undefined if it has no algorithm and key id or can't be read. */
export function decodeHeader(text: string) {
  return Header.safeParse(jsonOf(Buffer.from(text, 'base64url').toString('utf8'))).data
}
