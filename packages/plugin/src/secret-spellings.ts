/**
 * How a secret may stand in a text: as it is, as a part of JSON (also with `\/`, as PHP writes it), in an address, and
 * in a form that was sent.
 * @returns Each spelling once, none shorter than the value itself, which is the first.
 * @example secretSpellings('sk/a') // ['sk/a', 'sk\\/a', 'sk%2Fa', 'sk%2fa']
 * @see RFC 8259 section 7, RFC 3986 section 2.1
 */
export function secretSpellings(secret: string): readonly string[] {
  const inJson = JSON.stringify(secret).slice(1, -1)
  const encoded = [encodeURIComponent(secret.toWellFormed()), new URLSearchParams([['', secret]]).toString().slice(1)]
  const lowerCase = encoded.map((text) => text.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase()))
  return [...new Set([secret, inJson, inJson.replaceAll('/', String.raw`\/`), ...encoded, ...lowerCase])]
}
