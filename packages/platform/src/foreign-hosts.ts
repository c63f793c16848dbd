/**
 * The hosts of a list that are somewhere else: neither this machine itself nor one of those that are known.
 * @param hosts - `host` or `host:port`, as in `URL.host`.
 * @param options - `known`: written the same way.
 * @example foreignHosts(['127.0.0.1:11434', 'api.example.com'], { known: [] }) // ['api.example.com']
 */
export function foreignHosts(hosts: readonly string[], { known }: { known: readonly string[] }): readonly string[] {
  return [...new Set(hosts)].filter((host) => !known.includes(host) && !isLoopback(host))
}

function isLoopback(host: string): boolean {
  // The parser brings every spelling of an address into one form.
  const name = URL.parse(`http://${host}`)?.hostname ?? ''
  return name === 'localhost' || name === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(name)
}
