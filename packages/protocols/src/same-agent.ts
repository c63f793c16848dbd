import { plainReference } from './nostr/reference.ts'

/** Where an agent may say that it is elsewhere too: the extension by which a card names its Nostr event and its identity. */
export const sameAgentExtension = 'https://datacortex.dev/extensions/same-agent'

/** A link of others as it is compared: references of Nostr are the same with and without relays to look at. */
export function plainLink(link: string): string {
  return /^(?:nostr:)?(?:naddr|nevent)1/i.test(link) ? plainReference(link) : link
}
