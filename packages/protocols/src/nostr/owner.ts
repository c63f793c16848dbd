import { type NostrEvent, kinds, tagsOf } from './event.ts'

/** Who says to own the key of an agent, or whom it says to belong to; verified only where both say so. */
export type Owner = { readonly key: string; readonly isVerified: boolean }

const mostOwners = 20

/** The keys that a profile names as owners (`p` of kind 0), the first 20. @example namedOwners(profile) */
export function namedOwners(profile: NostrEvent): readonly string[] {
  const keys = tagsOf(profile, 'p').filter((key) => /^[0-9a-f]{64}$/.test(key))
  return [...new Set(keys)].slice(0, mostOwners)
}

/**
 * The owners that the profile of an agent names, each verified where its own list (kind 14199) names the agent.
 * @param agent - Its public key.
 * @param latest - The newest event of a kind and a key, if there is one.
 * @example ownersOf(pubkey, latest).some(({ isVerified }) => isVerified)
 * @see https://github.com/nostr-protocol/nips/pull/1971
 */
export function ownersOf(
  agent: string,
  latest: (kind: number, key: string) => NostrEvent | undefined,
): readonly Owner[] {
  const profile = latest(kinds.profile, agent)
  return (profile === undefined ? [] : namedOwners(profile)).map((key) => {
    const list = latest(kinds.owner, key)
    return { key, isVerified: list !== undefined && tagsOf(list, 'p').includes(agent) }
  })
}
