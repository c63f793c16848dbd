import { foldedName, isRecord, schemaIssues } from '@datacortex/platform'
import { z } from 'zod'
import { Capabilities, Uid } from '../identity/identity.ts'

// What turns the direction of text would show another name than it is.
const line = z
  .string()
  .refine((text) => !/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(text), 'expected one line of plain text')
const called = (most: number) =>
  line
    .trim()
    .min(1)
    .max(most)
    .refine((text) => !/^@?(?:everyone|here|channel)$/i.test(text), 'it would mention everybody')
const words = line
  .max(2000)
  .nullish()
  .transform((text) => text ?? '')

/** What agents say of themselves; `role` may be long in a card, a name not. */
export const Introduction = z.object({
  name: called(200),
  uid: Uid,
  role: words,
  /** Such as `recall:v1`. */
  capabilities: Capabilities.nullish().transform((list) => list ?? []),
})

const PeerEntry = Introduction.extend({
  /** As a message has to have it. */
  mention_syntax: called(500),
  status: z.enum(['active', 'inactive', 'muted']).default('active'),
  notes: words,
  /** What it was found by: `registry`, `handshake`, the address of a card; absent for what the user wrote. */
  origin: z.string().optional(),
  /** When it last showed itself, as ISO 8601. */
  last_seen: z.iso.datetime({ offset: true }).optional(),
})

/** Somebody that an agent works with (ACAS 1.4.0, section 2.1). */
export type Peer = Readonly<z.infer<typeof PeerEntry>>

const PeersFile = z.looseObject({
  last_writer_uid: z.string().optional(),
  updated_at: z.string().optional(),
  peers: z
    .array(PeerEntry)
    .nullish()
    .transform((list) => list ?? []),
})

export type ParsedPeers =
  | { readonly ok: true; readonly peers: readonly Peer[]; readonly lastWriter?: string; readonly updatedAt?: string }
  | { readonly ok: false; readonly issues: readonly string[] }

/** The peers in the text of a `peers.yaml`; all that is wrong with it, or none is taken. */
export async function parsePeers(text: string): Promise<ParsedPeers> {
  const { parseYaml } = await import('@datacortex/platform/yaml')
  const { document, problems } = parseYaml(text)
  if (problems.length > 0)
    return { ok: false, issues: problems.map((problem) => `line ${problem.line}: ${problem.message}`) }
  const value: unknown = document.toJS() ?? {}
  const parsed = PeersFile.safeParse(isRecord(value) ? value : { peers: value })
  if (!parsed.success) return { ok: false, issues: schemaIssues(parsed.error).slice(0, 20) }
  const { peers, last_writer_uid: lastWriter, updated_at: updatedAt } = parsed.data
  const issues = [
    ...conflicts(peers),
    ...peers
      .filter(({ mention_syntax: mention, uid }) => (mentionedUid(mention) ?? uid) !== uid)
      .map(({ name, mention_syntax: mention }) => `${name}: ${mention} mentions another uid`),
  ]
  if (issues.length > 0) return { ok: false, issues: issues.slice(0, 20) }
  return { ok: true, peers, ...(lastWriter && { lastWriter }), ...(updatedAt && { updatedAt }) }
}

/** Why some entries can't be in one registry. */
export function conflicts(peers: readonly Peer[]): readonly string[] {
  return peers.flatMap((peer, at) => peers.slice(0, at).flatMap((other) => conflict(peer, other) ?? []))
}

/** Why two entries can't be in one registry: a uid has one name, and a name one uid. */
export function conflict(one: Peer, other: Peer): string | undefined {
  if (one.mention_syntax === other.mention_syntax && one.uid !== other.uid)
    return `${other.name} and ${one.name} are both mentioned as ${one.mention_syntax}`
  if (one.uid === other.uid) return `${other.name} and ${one.name} have the uid ${JSON.stringify(one.uid)}`
  return foldedName(one.name) === foldedName(other.name)
    ? `${other.name} and ${one.name} are one name: they differ by case or Unicode form at the most`
    : undefined
}

/** The uid in a mention of Discord or Slack. */
export function mentionedUid(mention: string): string | undefined {
  return /^<@!?([^>|\s]+)(?:\|[^>]*)?>$/.exec(mention)?.[1]
}

/** How an agent is mentioned: by its uid on Discord and Slack, else as tasks are addressed here. */
export function usualMention({ name, uid, agent }: Pick<Peer, 'name' | 'uid'> & { readonly agent?: string }): string {
  return /^(?:\d{15,20}|[UWB][0-9A-Z]{6,})$/.test(uid) ? `<@${uid}>` : `@${agent ?? name}`
}
