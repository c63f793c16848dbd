import { type NostrEvent, kinds, tagsOf } from './event.ts'
import { newest } from './latest.ts'

/** Who says to own the key of an agent, or whom it says to belong to; verified only where both say so. */
export type Owner = { readonly key: string; readonly isVerified: boolean }

/**
 * The owners that the profile of an agent names (`p` of kind 0), each verified where its own list (kind 14199) names the agent.
 * @param agent - Its public key.
 * @param events - Profiles and lists, those of others among them.
 * @example ownersOf(pubkey, events).some(({ isVerified }) => isVerified)
 * @see https://github.com/nostr-protocol/nips/pull/1971
 */
export function ownersOf(agent: string, events: readonly NostrEvent[]): readonly Owner[] {
  const latest = (kind: number, key: string): NostrEvent | undefined =>
    newest(events.filter((event) => event.kind === kind && event.pubkey === key))
  const profile = latest(kinds.profile, agent)
  const named = profile === undefined ? [] : tagsOf(profile, 'p')
  return [...new Set(named)].map((key) => {
    const list = latest(kinds.owner, key)
    return { key, isVerified: list !== undefined && tagsOf(list, 'p').includes(agent) }
  })
}
