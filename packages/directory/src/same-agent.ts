import type { PublishedAgent } from '@datacortex/plugin'

/** A link of a record: whether what it leads to says the same of this record. */
export type CheckedLink = { readonly to: string; readonly proved: boolean }

/** An address as it is compared: the same page, registry or event has one only. */
export function comparableAddress(address: string): string {
  const plain = address.replace(/^nostr:/i, '')
  if (/^(?:eip155:|naddr1|nevent1)/i.test(plain)) return plain.toLowerCase()
  const url = URL.parse(plain)
  if (url === null) return plain
  url.hash = ''
  return url.href.replace(/\/$/, '')
}

/** Whether one record names another: only together with the reverse it proves anything. Where it is asked, anybody may claim. */
function names(one: PublishedAgent, other: PublishedAgent): boolean {
  const own = comparableAddress(other.id)
  return (one.links ?? []).some((link) => comparableAddress(link) === own)
}

/**
 * The records that are the same agent as one, since each names the other, and what its links are worth.
 * @param at - The records that an address is of.
 */
export function sameAgent<Record extends PublishedAgent>(
  record: Record,
  at: (address: string) => readonly Record[],
): { readonly same: readonly Record[]; readonly links: readonly CheckedLink[] } {
  const same = new Map<string, Record>()
  const links: CheckedLink[] = []
  for (const to of record.links ?? []) {
    const others = at(to).filter(({ id }) => id !== record.id)
    const proved = others.filter((other) => names(other, record))
    for (const other of proved) same.set(other.id, other)
    if (others.length > 0 || isAgentAddress(to)) links.push({ to, proved: proved.length > 0 })
  }
  return { same: [...same.values()], links }
}

/** Whether an address is one that `agent import` takes; any other link says nothing of another record. */
function isAgentAddress(address: string): boolean {
  return /^(?:nostr:)?(?:naddr1|nevent1)|^eip155:\d+:0x[0-9a-f]{40}:\d+$|agent-card\.json$/i.test(address)
}
