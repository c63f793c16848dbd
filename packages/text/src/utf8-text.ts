import { isUtf8 } from 'node:buffer'

/**
 * Bytes as text, without a byte-order mark; undefined if they are no UTF-8.
 * @example utf8Text(Buffer.from('tide')) // 'tide'
 */
export function utf8Text(bytes: Uint8Array): string | undefined {
  return isUtf8(bytes) ? new TextDecoder().decode(bytes) : undefined
}
