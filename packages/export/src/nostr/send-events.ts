import { join } from 'node:path'
import type { DirectoryFailure } from '@datacortex/plugin'
import {
  type NostrEvent,
  type OpenRelay,
  checkEvent,
  kinds,
  publishTo,
  referenceOf,
  refuseSecret,
  versionOf,
} from '@datacortex/protocols'
import { type SpacePaths, appendLines, jsonOf, readTextFile, withLock } from '@datacortex/platform'
import { z } from 'zod'
import { chainError } from '../chain/errors.ts'
import { cutTornLine } from '../publish/cut-torn-line.ts'
import type { EventDraft, NostrSigner } from './nostr-signer.ts'

/** Something to be published: what it is about, and the event without its date. A tag `ver` is counted up with each change. */
export type PlannedEvent = Omit<EventDraft, 'created_at'> & {
  readonly id: string
  /** What before it in the list it belongs to: the event of that is named in a tag `e`. */
  readonly of?: string | undefined
}

/** What is done for one: nothing, the very event that was signed before is sent on, or a new one is signed. */
export type EventPlan = PlannedEvent & {
  readonly action: 'publish' | 'update' | 'resume' | 'none'
  readonly relays: readonly string[]
}

export type SentEvent = {
  readonly id: string
  readonly status: 'planned' | 'published' | 'unchanged' | 'failed'
  readonly event: string | null
  readonly reference: string | null
  readonly relays: readonly string[]
  readonly failures: readonly DirectoryFailure[]
}

/** What was planned, and what was done if it was confirmed. */
export type SendReport = {
  readonly confirmed: boolean
  readonly plan: readonly EventPlan[]
  readonly results: readonly SentEvent[]
}

/** What is published, by whom and where. */
export type SendOptions = {
  readonly events: readonly PlannedEvent[]
  readonly relays: readonly string[]
  readonly signer: NostrSigner
  readonly open: OpenRelay
  readonly signal: AbortSignal
  readonly deadlineMs: number
  readonly confirm: boolean
  readonly now: number
  /** Events that relays have already of this key, by what they are about: a lost journal makes nothing twice. */
  readonly known?: ReadonlyMap<string, { readonly event: NostrEvent; readonly relays: readonly string[] }> | undefined
}

/**
 * Publishes events: plans, and with `confirm` signs and sends. Every signed event is in the journal before it is sent, so
 * that a process that is killed in between leaves one that the next run sends on, and never a second.
 * @throws `NOSTR_SECRET_REFUSED` if a text holds a secret key; `EXPORT_JOURNAL_DAMAGED`.
 * @example await sendEvents(paths, { events, relays, signer, open, signal, deadlineMs: 5000, confirm: true, now: Date.now() })
 */
export async function sendEvents(paths: SpacePaths, options: SendOptions): Promise<SendReport> {
  for (const { tags, content } of options.events) refuseSecret(JSON.stringify([tags, content]))
  const work = async (): Promise<SendReport> => await send(paths, options)
  return options.confirm
    ? await withLock(join(paths.locksDirectory, 'nostr'), work, { signal: options.signal })
    : await work()
}

/** The event of a subject that was signed last, with who took it, as the journal knows it. Throws `EXPORT_JOURNAL_DAMAGED`. */
async function publishedEvents(
  paths: SpacePaths,
): Promise<ReadonlyMap<string, { event: NostrEvent; relays: readonly string[] }>> {
  const file = fileOf(paths)
  const refuse = (reason: string): never => {
    throw chainError('EXPORT_JOURNAL_DAMAGED', { file, reason })
  }
  const read = await readTextFile(file, { maxBytes: 1_000_000_000 })
  if (!read.ok && read.code !== 'ENOENT') return refuse(read.reason)
  const latest = new Map<string, { event: NostrEvent; relays: readonly string[] }>()
  // Text after the last line feed is what a killed process did not finish; nothing was sent for it.
  for (const [index, text] of (read.ok ? read.text.split('\n').slice(0, -1) : []).entries()) {
    const line = Line.safeParse(jsonOf(text)).data ?? refuse(`line ${index + 1} is none of its lines`)
    if (line.step === 'signed') {
      const checked = checkEvent(line.event)
      if ('reason' in checked) return refuse(`line ${index + 1}: ${checked.reason}`)
      latest.set(subjectOf(checked.event, line.id), { event: checked.event, relays: [] })
    } else {
      const [subject, one] = [...latest].find(([, { event }]) => event.id === line.event) ?? []
      if (subject !== undefined && one !== undefined)
        latest.set(subject, { ...one, relays: [...one.relays, line.relay] })
    }
  }
  return latest
}

const Line = z.discriminatedUnion('step', [
  z.object({ step: z.literal('signed'), id: z.string(), event: z.unknown() }),
  z.object({ step: z.literal('taken'), event: z.string(), relay: z.string() }),
])

async function send(paths: SpacePaths, options: SendOptions): Promise<SendReport> {
  const { events, relays, signer, confirm } = options
  if (confirm) await cutTornLine(fileOf(paths))
  const journal = await publishedEvents(paths)
  const plan: EventPlan[] = []
  const results: SentEvent[] = []
  for (const asked of events) {
    const signed = journal.get(subjectOf({ ...asked, pubkey: signer.pubkey }, asked.id))
    const known = options.known?.get(asked.id)
    const version = 1 + Math.max(0, ...[signed, known].map((past) => (past === undefined ? 0 : versionOf(past.event))))
    const of = results.find(({ id }) => id === asked.of)?.event
    const tags = asked.tags.map((tag) =>
      asked.kind === kinds.definition && tag[0] === 'ver' ? ['ver', `${version}`] : tag,
    )
    const one = { ...asked, tags: of === undefined || of === null ? tags : [...tags, ['e', of]] }
    // The same key may have signed a later one elsewhere.
    const isOlder = known !== undefined && (signed?.event.created_at ?? -1) < known.event.created_at
    const earlier = isOlder ? known : (signed ?? known)
    const isSame = earlier !== undefined && sameText(earlier.event) === sameText(one)
    const open = isSame ? relays.filter((relay) => !earlier.relays.includes(relay)) : relays
    const action = isSame ? (open.length === 0 ? 'none' : 'resume') : earlier === undefined ? 'publish' : 'update'
    plan.push({ ...one, ...(isSame ? { tags: earlier.event.tags } : {}), action, relays: open })
    const taken = isSame ? earlier.relays.filter((relay) => relays.includes(relay)) : []
    results.push(
      confirm && action !== 'none'
        ? await sendOne(paths, one, { ...options, relays: open, earlier: earlier?.event, isSame, taken })
        : resultOf(one.id, {
            event: isSame ? earlier.event : undefined,
            relays: taken,
            status: action === 'none' ? 'unchanged' : 'planned',
          }),
    )
  }
  return { confirmed: confirm, plan, results }
}

type Sending = SendOptions & { earlier: NostrEvent | undefined; isSame: boolean; taken: readonly string[] }

async function sendOne(
  paths: SpacePaths,
  { id, kind, tags, content }: PlannedEvent,
  { relays, signer, now, earlier, isSame, taken, ...options }: Sending,
): Promise<SentEvent> {
  // What replaces another has to be later than it.
  const at = Math.max(Math.floor(now / 1000), isSame || earlier === undefined ? 0 : earlier.created_at + 1)
  const event = isSame && earlier !== undefined ? earlier : await signer.sign({ kind, tags, content, created_at: at })
  if (event !== earlier) await append(paths, { step: 'signed', id, event })
  const failures: DirectoryFailure[] = []
  const took = [...taken]
  for (const url of relays) {
    const failure = await publishTo(url, event, options)
    if (failure !== undefined) failures.push(failure)
    else {
      await append(paths, { step: 'taken', event: event.id, relay: url })
      took.push(url)
    }
  }
  return { ...resultOf(id, { event, relays: took, status: took.length > 0 ? 'published' : 'failed' }), failures }
}

async function append(paths: SpacePaths, line: z.infer<typeof Line>): Promise<void> {
  await appendLines(fileOf(paths), [JSON.stringify(line)], { mode: 0o600 })
}

function resultOf(
  id: string,
  { event, relays, status }: { event: NostrEvent | undefined } & Pick<SentEvent, 'relays' | 'status'>,
): SentEvent {
  const reference = event === undefined ? null : referenceOf(event, relays.slice(0, 3))
  return { id, status, event: event?.id ?? null, reference, relays, failures: [] }
}

function subjectOf({ pubkey, kind }: Pick<NostrEvent, 'pubkey' | 'kind'>, id: string): string {
  return `${pubkey} ${kind} ${id}`
}

/** What makes an event another one: its version is counted up only for that, and a lesson is no other with a later definition. */
function sameText({ kind, tags, content }: Omit<EventDraft, 'created_at'>): string {
  const isOpen = ([name]: readonly string[]) => name === 'ver' || (kind === kinds.lesson && name === 'e')
  return JSON.stringify([tags.filter((tag) => !isOpen(tag)), content])
}

function fileOf(paths: SpacePaths): string {
  return join(paths.stateDirectory, 'nostr', 'journal.jsonl')
}
