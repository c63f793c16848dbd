import { type NostrEvent, addressOf, kinds, tagOf, tagsOf, versionOf } from './event.ts'

const skewSeconds = 900

/**
 * Of all versions of each definition the latest: of one author and one `d` the highest version, then the newest, then
 * the lowest id. Events from the future never count, nor what its author took back (NIP-09); without `d` each stands alone.
 * @param events - Definitions and deletions, in any order, none twice.
 * @param options - `now`: milliseconds.
 * @example latestDefinitions(events, { now: Date.now() })
 */
export function latestDefinitions(events: readonly NostrEvent[], { now }: { now: number }): readonly NostrEvent[] {
  const latest = new Map<string, NostrEvent>()
  for (const event of stillPublished(events, { now })) {
    if (event.kind !== kinds.definition) continue
    const d = tagOf(event, 'd')
    const group = d === undefined ? event.id : `${event.pubkey} ${d}`
    const other = latest.get(group)
    if (other === undefined || isLater(event, other)) latest.set(group, event)
  }
  return [...latest.values()]
}

/**
 * Events without those that their authors took back (NIP-09), by id or by address up to that date, and those from the future.
 * @example newest(stillPublished(events, { now: Date.now() }).filter(({ kind }) => kind === kinds.project))
 */
export function stillPublished(events: readonly NostrEvent[], { now }: { now: number }): readonly NostrEvent[] {
  const deletions = events.filter((event) => event.kind === kinds.deletion && !isFuture(event, now))
  const deleted = new Set(deletionsIn(deletions).map(({ author, hash }) => `${author} ${hash}`))
  const until = new Map<string, number>()
  for (const { pubkey, created_at: at, tags } of deletions)
    for (const [name, address = ''] of tags)
      // Each only what is its own.
      if (name === 'a' && address.split(':')[1] === pubkey) until.set(address, Math.max(until.get(address) ?? 0, at))
  return events.filter((event) => {
    const { kind, pubkey, id, created_at: at } = event
    const address = addressOf(event)
    const isGone = address !== undefined && at <= (until.get(`${kind}:${pubkey}:${address}`) ?? -1)
    return !isGone && !isFuture(event, now) && !deleted.has(`${pubkey} ${id}`)
  })
}

/** Whether an event claims to be from later than a clock can be wrong. @example isFuture(event, Date.now()) */
export function isFuture({ created_at: at }: Pick<NostrEvent, 'created_at'>, now: number): boolean {
  return at > now / 1000 + skewSeconds
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
