import { z } from 'zod'

/** The kinds of events that are read or written here. */
export const kinds = {
  profile: 0,
  deletion: 5,
  comment: 1111,
  lesson: 4129,
  definition: 4199,
  owner: 14_199,
  project: 31_933,
  team: 34_199,
} as const

const hex = (digits: number): z.ZodString => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`))

/** Texts longer than most relays take are nobody's definition. */
const maxContent = 102_400

/** A Nostr event as relays send it (NIP-01). */
export type NostrEvent = Readonly<z.infer<typeof NostrEvent>>
export const NostrEvent = z.object({
  id: hex(64),
  pubkey: hex(64),
  /** Seconds. */
  created_at: z.number().int().nonnegative(),
  kind: z.number().int().min(0).max(65_535),
  tags: z.array(z.array(z.string().max(maxContent)).max(100)).max(2000),
  content: z.string().max(maxContent),
  sig: hex(128),
})

/** The first value of a tag. @example tagOf(event, 'title') // 'Code Reviewer' */
export function tagOf({ tags }: Pick<NostrEvent, 'tags'>, name: string): string | undefined {
  return tags.find(([one]) => one === name)?.[1]
}

/** The `d` that events replace each other by; undefined for one that stands alone. @example addressOf(event) // 'translator' */
export function addressOf(event: Pick<NostrEvent, 'kind' | 'tags'>): string | undefined {
  return tagOf(event, 'd') ?? (event.kind >= 10_000 ? '' : undefined)
}

/** All values of a tag that can be repeated. @example tagsOf(event, 'tool') // ['read'] */
export function tagsOf({ tags }: Pick<NostrEvent, 'tags'>, name: string): readonly string[] {
  return tags.flatMap(([one, value]) => (one === name && value !== undefined && value !== '' ? [value] : []))
}

/** The version that a definition claims; 1 if it claims none that is a number. @example versionOf(event) // 2 */
export function versionOf(event: Pick<NostrEvent, 'tags'>): number {
  const text = tagOf(event, 'ver') ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : 1
}
