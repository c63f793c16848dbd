import { withoutControls } from '@datacortex/errors'
import {
  type NostrEvent,
  eventReference,
  kinds,
  newest,
  readDefinition,
  readReference,
  readTeam,
  referenceFilter,
  stillPublished,
  tagOf,
} from '@datacortex/protocols'
import type { Work } from '../work.ts'
import { relaysOf } from './nostr-relays.ts'

/** A team that somebody published: the members that relays have, the first of which leads, and those that none has. */
export type PublishedTeam = {
  readonly title: string
  readonly event: string
  readonly author: string
  readonly members: readonly { readonly id: string; readonly name: string }[]
  readonly missing: readonly string[]
}

/** What a reference leads to if it is a team, and the event itself. */
export async function teamOf(
  work: Pick<Work, 'paths' | 'signal'>,
  reference: string,
): Promise<{ readonly team?: PublishedTeam | undefined; readonly event?: NostrEvent | undefined }> {
  const relays = await relaysOf(work)
  const asked = readReference(reference)
  const deletions = asked.author === undefined ? [] : [{ kinds: [kinds.deletion], authors: [asked.author] }]
  const { events } = await relays.ask([referenceFilter(asked), ...deletions])
  const isAsked = (event: NostrEvent) =>
    'id' in asked ? event.id === asked.id : event.kind === asked.kind && (tagOf(event, 'd') ?? '') === asked.d
  const event = newest(stillPublished(events, { now: Date.now() }).filter(isAsked))
  const team = event === undefined ? undefined : readTeam(event)
  if (event === undefined || team === undefined) return { event }
  const { events: found } = await relays.ask([{ ids: [...team.members] }])
  const members = team.members.flatMap((id) => {
    const one = found.find((member) => member.id === id)
    const definition = one && readDefinition(one)
    if (one === undefined || definition === undefined || typeof definition === 'string') return []
    return [{ id: eventReference(one), name: withoutControls(definition.title), event: id }]
  })
  const missing = team.members.filter((id) => !members.some((one) => one.event === id))
  return {
    event,
    team: { title: withoutControls(team.title), event: event.id, author: event.pubkey, members, missing },
  }
}
