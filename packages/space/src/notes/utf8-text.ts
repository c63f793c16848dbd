/**
 * Bytes as text; undefined if they are no UTF-8.
 *
 * @param bytes - Of a file or a pipe.
 * @example utf8Text(Buffer.from('tide')) // 'tide'
 */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
