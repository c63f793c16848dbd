import { FlattenedSign } from 'jose'
import type { SigningKey } from './signing-key.ts'

/**
 * Signs a text as a detached JWS (RFC 7515, appendix F): the receiver puts the base64url of the text between the dots.
 * @param claims - Part of the protected header: `jku` says where the keys are, `jti` tells one message from another.
 * @example await detachedSignature(body, key, { jku: 'https://agents.example.org/.well-known/jwks.json', jti: id })
 */
export async function detachedSignature(
  text: string,
  { alg, kid, privateKey }: SigningKey,
  claims: { readonly jku: string; readonly jti: string },
): Promise<string> {
  const signing = new FlattenedSign(new TextEncoder().encode(text))
  const iat = Math.floor(Date.now() / 1000)
  const signed = await signing.setProtectedHeader({ alg, kid, typ: 'JOSE', iat, ...claims }).sign(privateKey)
  return `${signed.protected ?? ''}..${signed.signature}`
}
