import { createHash } from 'node:crypto'

/**
 * SHA-256 of text (as UTF-8) or bytes.
 * @returns 64 lower-case hexadecimal digits.
 * @example sha256('') // 'e3b0c442…'
 * @see FIPS 180-4
 */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}
