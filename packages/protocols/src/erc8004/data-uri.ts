/**
 * The JSON text in a data URI of somebody else (RFC 2397), or why there is none.
 * @example dataUriText('data:application/json;base64,e30=', 100) // { text: '{}' }
 */
export function dataUriText(uri: string, maxBytes: number): { readonly text: string } | { readonly reason: string } {
  const tooLong = { reason: `it is longer than ${maxBytes} bytes` }
  // A byte takes three characters at most.
  if (uri.length > maxBytes * 3 + 200) return tooLong
  const comma = uri.indexOf(',')
  const [scheme = '', ...parameters] = uri.slice(0, Math.max(0, comma)).toLowerCase().split(';')
  if (comma < 0 || !/^data:application\/(?:[a-z0-9.+-]+\+)?json$/.test(scheme))
    return { reason: 'it is no data URI of JSON' }
  const body = uri.slice(comma + 1)
  try {
    const bytes = parameters.includes('base64') ? fromBase64(body) : Buffer.from(decodeURIComponent(body))
    if (bytes === undefined) return { reason: 'it is no base64' }
    return bytes.length > maxBytes ? tooLong : { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch (error) {
    if (error instanceof URIError || error instanceof TypeError) return { reason: 'it is not valid UTF-8' }
    throw error
  }
}

function fromBase64(text: string): Buffer | undefined {
  const plain = text.includes('%') ? decodeURIComponent(text) : text
  return /^[A-Za-z0-9+/_-]*={0,2}$/.test(plain) ? Buffer.from(plain, 'base64') : undefined
}
