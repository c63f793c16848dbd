import ipaddr from 'ipaddr.js'

/** Whether an address is of the public internet. See https://www.iana.org/assignments/iana-ipv6-special-registry */
export function isPublicAddress(address: string): boolean {
  // Without dots, since the library takes the old form ::a.b.c.d for the other one, ::ffff:a.b.c.d.
  const plain = address.includes(':') ? URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1) : address
  if (plain === undefined || !ipaddr.isValid(plain)) return false
  // Unwraps ::ffff:a.b.c.d, which reaches the IPv4 address.
  const parsed = ipaddr.process(plain)
  if (parsed.range() !== 'unicast') return false
  if (parsed.kind() === 'ipv4') return parsed.toString() !== cloudHost
  // The library calls all that is not listed unicast, such as ::a.b.c.d; only 2000::/3 is given out.
  return (parsed.toByteArray()[0] ?? 0) >> 5 === 1
}

// Answers on it come from the host of the virtual machine.
const cloudHost = '168.63.129.16'
