import {
  type DirectoryAnswer,
  type DirectoryFailure,
  type Plugin,
  type PublishedAgent,
  definePlugin,
} from '@datacortex/plugin'
import { redact } from '@datacortex/errors'
import {
  type NostrEvent,
  type NostrFilter,
  announcementKinds,
  askRelays,
  deletionsIn,
  isFuture,
  kinds,
  latestDefinitions,
  namedOwners,
  newest,
  protocolError,
  readReference,
  referenceFilter,
  referenceOf,
  serverKinds,
  stillPublished,
  tenexScore,
} from '@datacortex/protocols'
import { z } from 'zod'
import { aroundOf, publishedAgent } from './published-agent.ts'

/** Which relays are asked, how long each may take, and how many events are taken of it. */
const NostrSettings = z.strictObject({
  relays: z.array(z.string().regex(/^wss?:\/\/[^\s@]+$/, 'expected an address that begins with wss://')).max(50),
  deadline_ms: z.number().int().min(100).max(120_000),
  max_events: z.number().int().min(1).max(200_000),
})

/** Finds agents that are published on Nostr: definitions of TENEX, and services that announce themselves. */
export const plugin: Plugin<'directory', z.infer<typeof NostrSettings>> = definePlugin({
  name: 'directory-nostr',
  kind: 'directory',
  config: NostrSettings,
  setup({ config, socket, now }) {
    const { relays, deadline_ms: deadlineMs, max_events: most } = config

    async function read(urls: readonly string[], filters: readonly NostrFilter[], signal: AbortSignal): Promise<Read> {
      if (urls.length === 0) throw protocolError('NOSTR_NO_RELAY', {})
      const isOver = AbortSignal.timeout(deadlineMs)
      const ask = async (asked: readonly string[], about: readonly NostrFilter[]): Promise<Read> => {
        const answer = await askRelays(asked, about, { open: socket, signal, deadlineMs, most })
        const isAhead = (event: NostrEvent): boolean => isFuture(event, now())
        const senders = answer.events.filter(isAhead).flatMap(({ id }) => answer.relaysOf.get(id) ?? [])
        const ahead = [...Map.groupBy(senders, (url) => url)].map(([url, { length }]) => futureNote(url, length))
        const events = answer.events.filter((event) => !isAhead(event))
        return { ...answer, events, notes: [...answer.notes, ...ahead] }
      }
      const first = await ask(urls, filters)
      const around = filtersAround(first.events)
      // Who was late once is not waited for again, and all together have the time of one.
      const good = urls.filter((url) => !first.failures.some(({ at }) => at === redact(url)))
      if (around.length === 0 || good.length === 0 || isOver.aborted) return first
      const second = await ask(good, around)
      const owners = new Set(second.events.filter(({ kind }) => kind === kinds.profile).flatMap(namedOwners))
      const lists = inParts([...owners], (authors) => ({ kinds: [kinds.owner], authors }))
      const all = [first, second, ...(lists.length === 0 ? [] : [await ask(good, lists)])]
      return {
        events: all.flatMap(({ events }) => events),
        relaysOf: first.relaysOf,
        failures: all.flatMap(({ failures }) => failures),
        notes: all.flatMap(({ notes }) => notes),
      }
    }

    function agentsIn(found: Read): readonly PublishedAgent[] {
      const definitions = latestDefinitions(found.events, { now: now() })
      const announced = stillPublished(found.events, { now: now() }).filter(({ kind }) =>
        announcementKinds.includes(kind),
      )
      const services = Map.groupBy(announced, (event) => referenceOf(event))
      const latest = [...services.values()].flatMap((versions) => newest(versions) ?? [])
      const around = aroundOf(found)
      return [...definitions, ...latest].flatMap((event) => publishedAgent(event, around) ?? [])
    }

    let listing: { readonly from: string; readonly answer: DirectoryAnswer } | undefined

    async function list(signal: AbortSignal, since?: string): Promise<DirectoryAnswer> {
      const from = Number(since ?? 0)
      const changed = Number.isSafeInteger(from) && from > 0 ? { since: from } : {}
      const filters: NostrFilter[] = [{ kinds: listed, ...changed }]
      if ('since' in changed) filters.push({ kinds: [kinds.deletion], '#k': listed.map(String), ...changed })
      const found = await read(relays, filters, signal)
      return {
        agents: agentsIn(found),
        failures: merged(found.failures),
        notes: merged(found.notes),
        withdrawn: deletionsIn(found.events),
        // What a relay did not give now has to be asked for again.
        cursor: found.failures.length > 0 ? since || undefined : String(Math.floor(now() / 1000) - overlap),
      }
    }

    return {
      async find(query, { signal, limit }) {
        const { agents, ...rest } = await list(signal)
        const asked = { keywords: query }
        const score = (agent: PublishedAgent): number =>
          tenexScore(asked, { ...agent, texts: [...(agent.skills ?? []), ...(agent.tags ?? [])] })
        const ranked = agents.map((agent) => ({ agent, score: score(agent) })).toSorted((a, b) => b.score - a.score)
        return { agents: ranked.slice(0, limit).map(({ agent }) => agent), failures: rest.failures, notes: rest.notes }
      },

      async list({ limit, since = '', signal }) {
        signal.throwIfAborted()
        const [from = '', page] = since.split('+')
        const known = page !== undefined && listing?.from === from ? listing : undefined
        // Relays have no pages that last: who was stopped between two begins with the first again.
        const { answer } = (listing = known ?? { from, answer: await list(signal, from) })
        const start = known === undefined ? 0 : Number(page)
        const end = start + limit
        const more = end < answer.agents.length
        const agents = answer.agents.slice(start, end)
        const rest = start === 0 ? answer : { failures: [] }
        return { ...rest, agents, more, cursor: more ? `${from}+${end}` : answer.cursor }
      },

      async show(id, { signal }) {
        const reference = readReference(id)
        const hinted = reference.relays.filter((url) => relays.includes(url))
        const urls = [...new Set([...hinted, ...relays])]
        const found = await read(urls, [referenceFilter(reference)], signal)
        const [agent] = agentsIn(found)
        if (agent === undefined && found.failures.length === urls.length) throw unanswered(found.failures)
        return agent
      },
    }
  },
})

const listed = [kinds.definition, ...announcementKinds]

/** Seconds that a list looks back behind the one before: events may reach a relay late. */
const overlap = 172_800

type Read = Awaited<ReturnType<typeof askRelays>>

function futureNote(url: string, count: number): DirectoryFailure {
  const { code, message } = protocolError('NOSTR_EVENT_FUTURE', { url, count })
  return { at: redact(url), code, message: redact(message) }
}

/** What is asked about the definitions that were found: whether they were taken back, who owns the keys, what people think. */
function filtersAround(events: readonly NostrEvent[]): readonly NostrFilter[] {
  const authors = [...new Set(events.map(({ pubkey }) => pubkey))]
  const ids = events.filter(({ kind }) => kind === kinds.definition).map(({ id }) => id)
  // Of a server one event may be new, and all of them are one record.
  const servers = [...new Set(events.filter(({ kind }) => serverKinds.includes(kind)).map(({ pubkey }) => pubkey))]
  return [
    ...inParts(authors, (part) => ({ kinds: [kinds.profile, kinds.deletion], authors: part })),
    ...inParts(servers, (part) => ({ kinds: [...serverKinds], authors: part })),
    // Of more nobody reads them, and relays would be asked a hundred times.
    ...inParts(ids.slice(0, 1000), (part) => ({ kinds: [7], '#e': [...part] })),
  ]
}

// Most relays take no more of them in one filter.
const partSize = 200

function inParts(values: readonly string[], filterOf: (part: string[]) => NostrFilter): readonly NostrFilter[] {
  const parts = Math.ceil(values.length / partSize)
  return Array.from({ length: parts }, (_, part) => filterOf(values.slice(part * partSize, (part + 1) * partSize)))
}

/** One failure of each relay and code. */
function merged(failures: readonly DirectoryFailure[]): readonly DirectoryFailure[] {
  return [...new Map(failures.map((one) => [`${one.at} ${one.code}`, one])).values()]
}

function unanswered(failures: readonly DirectoryFailure[]): Error {
  const reason = failures.map(({ at, message }) => `${at}: ${message}`).join(' ')
  return protocolError('NOSTR_RELAY_UNREACHABLE', { url: failures[0]?.at ?? '', reason: reason.replace(/\.+$/, '') })
}
