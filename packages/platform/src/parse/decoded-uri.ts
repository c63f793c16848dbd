/**
 * A part of an address without its percent escapes.
 * @returns Undefined if it has a `%` that begins none, or escapes what is no UTF-8.
 * @example decodedUri('a%20b') // 'a b'
 */
export function decodedUri(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}
