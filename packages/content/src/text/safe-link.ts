/**
 * An address that may stand in a note: http, https or mailto, whole, without user and password.
 * @param options - `base` of relative addresses; without it only whole ones pass.
 * @returns Undefined for everything else: `javascript:`, `data:`, `file:`, broken ones.
 * @example safeLink('../b', { base: 'https://example.org/a/' }) // 'https://example.org/b'
 */
export function safeLink(url: string, { base }: { base?: string | undefined } = {}): string | undefined {
  const address = URL.parse(url.trim(), base)
  if (address === null || !['http:', 'https:', 'mailto:'].includes(address.protocol)) return undefined
  if (address.protocol !== 'mailto:' && address.hostname === '') return undefined
  address.username = ''
  address.password = ''
  // Brackets and spaces would end a Markdown link early.
  return address.href.replaceAll('(', '%28').replaceAll(')', '%29').replaceAll('<', '%3C').replaceAll('>', '%3E')
}
