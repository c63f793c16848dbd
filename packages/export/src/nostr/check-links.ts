import { jsonOf } from '@datacortex/platform'
import { type NostrEvent, readCard, readRegistration, tagsOf } from '@datacortex/protocols'
import type { RegisteredAgent } from '@datacortex/registry'
import { type ReadUriOptions, type UriContent, readUri } from '../chain/identities/read-uri.ts'
import { identitiesOf, nostrAddressOf } from '../publish/own-addresses.ts'

/** Whether two publications of an agent name each other; `ok` is null where that could not be found out. */
export type LinkCheck = {
  readonly check: 'definition' | 'card' | 'identity'
  readonly ok: boolean | null
  readonly detail: string
}

/** What relays have at the address of an agent, or why nobody knows. */
export type FoundDefinition = { readonly event: NostrEvent } | { readonly missing: string; readonly isKnown: boolean }

/** What definitions are asked for, and what is read of what they lead to. */
export type LinkOptions = {
  readonly definition: FoundDefinition
  /** How the address of a card may be read. */
  readonly readingOf: (card: string) => ReadUriOptions
  /** The registration file that an identity leads to, and that identity, if somebody looked. */
  readonly identity?: { readonly name: string; readonly file: UriContent } | undefined
}

/**
 * Whether the definition of an agent on Nostr and its card and registration file name each other: a link in one
 * direction is a claim that anybody can make.
 * @returns Nothing for an agent that has no address on Nostr.
 * @example await checkLinks(agent, { definition: { event }, readingOf: () => ({ allowLoopback: false }) })
 */
export async function checkLinks(
  { entry }: Pick<RegisteredAgent, 'entry'>,
  { definition, readingOf, identity }: LinkOptions,
): Promise<readonly LinkCheck[]> {
  const address = nostrAddressOf(entry)
  if (address === undefined) return []
  if (!('event' in definition))
    return [{ check: 'definition', ok: definition.isKnown ? false : null, detail: definition.missing }]
  const { event } = definition
  const checks: LinkCheck[] = [{ check: 'definition', ok: true, detail: `relays have ${address}` }]
  const cards = tagsOf(event, 'r').filter((one) => one.endsWith('agent-card.json'))
  if (cards.length === 0)
    checks.push({ check: 'card', ok: null, detail: 'the definition names none: publish it with --url' })
  for (const card of cards) {
    const read = await readUri(card, readingOf(card))
    const names = read.ok && (readCard(jsonOf(read.text))?.links ?? []).includes(address)
    const said = names ? `${card} and the definition name each other` : `${card} does not name the definition`
    checks.push({ check: 'card', ok: read.ok ? names : null, detail: read.ok ? said : `${card}: ${read.reason}` })
  }
  const named = tagsOf(event, 'i').map((one) => one.toLowerCase())
  for (const name of identity === undefined ? identitiesOf(entry, 'http://localhost') : [identity.name]) {
    const back = identity?.file.ok === true ? (readRegistration(jsonOf(identity.file.text))?.links ?? []) : undefined
    if (!named.includes(name))
      checks.push({ check: 'identity', ok: false, detail: `the definition does not name ${name}: publish it again` })
    else if (back?.includes(address) === false)
      checks.push({ check: 'identity', ok: false, detail: `the file of ${name} does not name the definition` })
    else {
      const both = back === undefined ? 'the definition names it' : 'it and the definition name each other'
      checks.push({ check: 'identity', ok: true, detail: `${name}: ${both}` })
    }
  }
  return checks
}
