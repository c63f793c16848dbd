import type { PublishedAgent, PublishedProof, PublishedRating } from '@datacortex/plugin'
import {
  type AgentDefinition,
  type NostrEvent,
  newest,
  npubOf,
  ownersOf,
  readAnnouncement,
  readDefinition,
  referenceOf,
  shareable,
  tagsOf,
} from '@datacortex/protocols'

/** What is known around definitions: profiles, lists of owners, reactions, what servers offer; and the relays they came from. */
export type Around = {
  readonly latest: (kind: number, key: string) => NostrEvent | undefined
  readonly reactionsTo: (id: string) => readonly NostrEvent[]
  readonly relaysOf: ReadonlyMap<string, readonly string[]>
}

type FoundEvents = Pick<Around, 'relaysOf'> & { readonly events: readonly NostrEvent[] }

/** Sorts all that was found once: each of thousands of definitions asks for what is around it. */
export function aroundOf({ events, relaysOf }: FoundEvents): Around {
  const groups = Map.groupBy(events, ({ kind, pubkey }) => `${kind} ${pubkey}`)
  const latest = new Map([...groups].map(([key, group]) => [key, newest(group)]))
  const reactions = Map.groupBy(
    events.filter(({ kind }) => kind === 7),
    (event) => tagsOf(event, 'e').at(-1),
  )
  const reactionsTo: Around['reactionsTo'] = (id) => reactions.get(id) ?? []
  return { latest: (kind, key) => latest.get(`${kind} ${key}`), reactionsTo, relaysOf }
}

/** An agent as directories tell it, from a definition or an announcement; undefined if the event is neither. */
export function publishedAgent(event: NostrEvent, around: Around): PublishedAgent | undefined {
  const definition = readDefinition(event)
  const known = typeof definition === 'string' ? announced(event, around) : defined(definition, event)
  if (known === undefined) return undefined
  const hints = shareable(around.relaysOf.get(event.id) ?? [])
  return {
    ...known,
    // Without relays, so that it stays the same whichever of them answered; they are the hints.
    id: referenceOf(event),
    author: event.pubkey,
    publishedAt: new Date(event.created_at * 1000).toISOString(),
    links: [...tagsOf(event, 'r'), ...tagsOf(event, 'i')].filter((link) => /^(?:https?:|eip155:)/.test(link)),
    hints,
    proofs: proofsOf(event, around),
    ratings: ratingsOf(around.reactionsTo(event.id)),
    // The id of an event is the SHA-256 of what was signed.
    hash: event.id,
  }
}

type Known = Pick<
  PublishedAgent,
  'name' | 'description' | 'url' | 'version' | 'skills' | 'tags' | 'tools' | 'instructions'
>

function defined(definition: AgentDefinition, event: NostrEvent): Known {
  const { title, description, content, useCriteria, role, category, hashtags, tools, instructions, version } =
    definition
  const tags = [role === 'assistant' ? undefined : role, category, ...hashtags].filter((tag) => tag !== undefined)
  return {
    name: title,
    description: description === '' ? content.slice(0, 1000) : description,
    version: String(version),
    skills: useCriteria.split('\n').filter((line) => line.trim() !== ''),
    tags: [...new Set(tags)],
    tools,
    instructions: instructions === '' ? event.content || undefined : instructions,
  }
}

function announced(event: NostrEvent, { latest }: Around): Known | undefined {
  const said = readAnnouncement(event, (kind) => latest(kind, event.pubkey))
  if (said === undefined) return undefined
  const { protocol, ...known } = said
  return { ...known, tags: [protocol] }
}

function proofsOf({ pubkey }: NostrEvent, { latest }: Around): readonly PublishedProof[] {
  const author = npubOf(pubkey)
  const signed = { kind: 'signature', holds: true, checked: `The event is signed by ${author}.` } as const
  const owned = ownersOf(pubkey, latest).map(({ key, isVerified: holds }) => {
    const owner = npubOf(key)
    const back = holds ? `${owner} lists it as its agent` : `${owner} does not list it as its agent`
    return { kind: 'owner', holds, checked: `${author} names ${owner} as its owner, and ${back}.` } as const
  })
  return [signed, ...owned]
}

/** Reactions (NIP-25) to the definition: one of each person, the newest. */
function ratingsOf(reactions: readonly NostrEvent[]): readonly PublishedRating[] {
  const sorted = reactions.toSorted((a, b) => a.created_at - b.created_at)
  const latest = new Map(sorted.map((event) => [event.pubkey, event]))
  return [...latest.values()].map(({ pubkey, content, created_at: at }) => ({
    by: pubkey,
    value: content === '-' ? -1 : 1,
    scale: [-1, 1],
    at: new Date(at * 1000).toISOString(),
  }))
}
