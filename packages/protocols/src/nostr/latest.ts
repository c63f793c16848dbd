import { type NostrEvent, kinds, tagOf, tagsOf, versionOf } from './event.ts'

/** How far a clock may be ahead, in seconds. */
const skew = 900

/**
 * Of all versions of each definition the latest: of one author and one `d` the highest version, then the newest, then
 * the lowest id. Events from the future never count, nor what its author took back (NIP-09); without `d` each stands alone.
 * @param events - Definitions and deletions, in any order, none twice.
 * @param options - `now`: milliseconds.
 * @example latestDefinitions(events, { now: Date.now() })
 */
export function latestDefinitions(events: readonly NostrEvent[], { now }: { now: number }): readonly NostrEvent[] {
  const deleted = new Set(deletionsIn(events).map(({ author, hash }) => `${author} ${hash}`))
  const latest = new Map<string, NostrEvent>()
  for (const event of events) {
    if (event.kind !== kinds.definition || deleted.has(`${event.pubkey} ${event.id}`)) continue
    if (isFuture(event, now)) continue
    const d = tagOf(event, 'd')
    const group = d === undefined ? event.id : `${event.pubkey} ${d}`
    const other = latest.get(group)
    if (other === undefined || isLater(event, other)) latest.set(group, event)
  }
  return [...latest.values()]
}

/** Whether an event claims to be from later than a clock can be wrong. @example isFuture(event, Date.now()) */
export function isFuture({ created_at: at }: Pick<NostrEvent, 'created_at'>, now: number): boolean {
  return at > now / 1000 + skew
}

/** What its authors took back: each only what is its own, which who has it checks by `author`. @example deletionsIn(events) */
export function deletionsIn(events: readonly NostrEvent[]): readonly { author: string; hash: string }[] {
  return events
    .filter(({ kind }) => kind === kinds.deletion)
    .flatMap((event) => tagsOf(event, 'e').map((hash) => ({ author: event.pubkey, hash })))
}

/** Of events that replace each other (NIP-01) the one that counts. @example newest(profiles) */
export function newest(events: readonly NostrEvent[]): NostrEvent | undefined {
  return events.toSorted((a, b) => b.created_at - a.created_at || (a.id < b.id ? -1 : 1))[0]
}

function isLater(one: NostrEvent, other: NostrEvent): boolean {
  const by = versionOf(one) - versionOf(other) || one.created_at - other.created_at
  return by === 0 ? one.id < other.id : by > 0
}
