import { createHash, timingSafeEqual } from 'node:crypto'
import { gatewayError } from '../errors.ts'

const leastCharacters = 16

/** Makes the check of one token. What is compared are hashes, in a time that doesn't depend on them. */
export function tokenCheck(token: string): (authorization: string | undefined) => boolean {
  if (token.length < leastCharacters || /\s/.test(token))
    throw gatewayError('GATEWAY_TOKEN_WEAK', { characters: token.length, least: leastCharacters })
  const expected = digest(token)
  return (authorization) => {
    const given = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
    return given !== undefined && timingSafeEqual(digest(given), expected)
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
