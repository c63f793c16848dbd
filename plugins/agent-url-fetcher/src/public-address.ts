/** Whether everybody could know an address: its host is a name in the public part of the Internet. */
export function isPublicAddress(url: string): boolean {
  const host = URL.parse(url)?.hostname.replace(/\.$/, '') ?? ''
  if (!host.includes('.') || host.startsWith('[') || /^[\d.]+$/.test(host)) return false
  return !/\.(?:local|localhost|internal|intranet|lan|home|corp|test|invalid|onion|home\.arpa)$/i.test(host)
}
