import { CodedError, redact } from '@datacortex/errors'
import { isRecord, jsonOf } from '@datacortex/platform'
import type { DirectoryFailure, PluginContext, PluginSocket } from '@datacortex/plugin'
import { oneLine, withoutEnd } from '@datacortex/text'
import { type Filter, matchFilter } from 'nostr-tools/filter'
import { protocolError } from '../errors.ts'
import type { NostrEvent } from './event.ts'

/** Opens a guarded WebSocket. */
export type OpenRelay = PluginContext<unknown>['socket']

/** What is asked of a relay (NIP-01). */
export type NostrFilter = Filter

/** How a relay is asked; `deadlineMs` is for one. */
export type RelayOptions = {
  readonly open: OpenRelay
  readonly signal: AbortSignal
  readonly deadlineMs: number
}

// A relay answers no more at once than it wants to; asking goes on before the oldest.
const pageSize = 500
const smallestPage = 50

/**
 * Asks one relay one filter after the other, page by page, until it has no more. What came before it failed counts; one that breaks off is asked once more.
 * @returns Events that fit the filter, none twice, unchecked: who takes them calls `checkEvent`.
 */
export async function askRelay(
  url: string,
  filters: readonly NostrFilter[],
  { open, signal: caller, deadlineMs, most }: RelayOptions & { readonly most: number },
) {
  const signal = AbortSignal.any([caller, AbortSignal.timeout(deadlineMs)])
  const found = new Map<string, unknown>()
  const failures: DirectoryFailure[] = []
  let wrong = 0
  let repeated = 0
  let isCut = false
  const take = (value: unknown, { filter, seen }: { filter: NostrFilter; seen: Set<string> }): number => {
    const isAsked = isRecord(value) && isTagged(value) && matchFilter(filter, value as NostrEvent)
    if (!isAsked) {
      wrong += 1
      return Infinity
    }
    const key = JSON.stringify([value['id'], value['sig']])
    if (seen.has(key)) repeated += 1
    seen.add(key)
    if (found.size < most) found.set(key, value)
    return Number(value['created_at'])
  }
  const askAll = async (): Promise<void> => {
    await using socket = await open(url, { signal })
    let page = 0
    for (const filter of filters) {
      let until: number | undefined
      for (let idle = 0; idle < 2;) {
        const before = found.size
        // Of this page alone: the next one begins with the second that this one ends with.
        const seen = new Set<string>()
        let oldest = until ?? Infinity
        const paged = { ...filter, limit: Math.min(pageSize, most), ...(until === undefined ? {} : { until }) }
        const count = await askPage(socket, {
          url,
          id: `datacortex-${(page += 1)}`,
          filter: paged,
          take: (value) => (oldest = Math.min(oldest, take(value, { filter, seen }))),
          onWrong: () => (wrong += 1),
        })
        if (count < smallestPage || found.size >= most) break
        idle = found.size === before ? idle + 1 : 0
        // A page of one second alone: what else is of it can't be asked for, what is older can.
        const isOneSecond = oldest === until
        if (isOneSecond && count >= paged.limit) isCut = true
        until = isOneSecond ? oldest - 1 : oldest
      }
    }
  }
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      await askAll()
      break
    } catch (error) {
      caller.throwIfAborted()
      const isBroken = CodedError.is(error, 'NOSTR_RELAY_UNREACHABLE')
      if (attempt === 0 && isBroken && !signal.aborted) continue
      failures.push(failureOf(url, signal.aborted ? protocolError('NOSTR_RELAY_SLOW', { url, ms: deadlineMs }) : error))
      break
    }
  }
  if (isCut) failures.push(failureOf(url, protocolError('NOSTR_RELAY_CUT', { url })))
  if (wrong > 0) failures.push(wrongFailure(url, `${wrong} messages that nobody asked for or that are none`))
  const notes = repeated === 0 ? [] : [failureOf(url, protocolError('NOSTR_EVENT_REPEATED', { url, count: repeated }))]
  return { events: [...found.values()], failures, notes }
}

/**
 * Hands an event to a relay.
 * @returns Undefined if the relay took it, or had it; otherwise why not, such as `NOSTR_RELAY_REFUSED`, `NOSTR_RELAY_SLOW`.
 * @throws What `signal` was aborted with.
 * @example await publishTo('wss://relay.example.org', event, { open: socket, signal, deadlineMs: 5000 })
 */
export async function publishTo(
  url: string,
  event: NostrEvent,
  { open, signal: caller, deadlineMs }: RelayOptions,
): Promise<DirectoryFailure | undefined> {
  const signal = AbortSignal.any([caller, AbortSignal.timeout(deadlineMs)])
  try {
    await using socket = await open(url, { signal })
    await socket.send(JSON.stringify(['EVENT', event]))
    for await (const text of socket) {
      const [type, id, isTaken, reason] = messageOf(text)
      if (type === 'NOTICE') throw refusal(url, id)
      if (type !== 'OK' || id !== event.id) continue
      if (isTaken !== true && !String(reason).startsWith('duplicate')) throw refusal(url, reason)
      return undefined
    }
    throw protocolError('NOSTR_RELAY_UNREACHABLE', { url, reason: 'it ended the connection without an answer' })
  } catch (error) {
    caller.throwIfAborted()
    return failureOf(url, signal.aborted ? protocolError('NOSTR_RELAY_SLOW', { url, ms: deadlineMs }) : error)
  }
}

/** A failure of a relay that sent what can't be taken. */
export function wrongFailure(url: string, reason: string): DirectoryFailure {
  return failureOf(url, protocolError('NOSTR_RELAY_WRONG', { url, reason }))
}

type Page = {
  readonly url: string
  readonly id: string
  readonly filter: NostrFilter
  readonly take: (value: unknown) => void
  readonly onWrong: () => void
}

/** How many events came before the relay said that these are all. */
async function askPage(socket: PluginSocket, { url, id, filter, take, onWrong }: Page): Promise<number> {
  let count = 0
  let notice: unknown
  await socket.send(JSON.stringify(['REQ', id, filter]))
  const messages = socket[Symbol.asyncIterator]()
  for (;;) {
    const { done, value } = await messages.next().catch((error: unknown) => {
      throw CodedError.is(error, 'FETCH_UNREACHABLE')
        ? protocolError('NOSTR_RELAY_UNREACHABLE', { url, reason: withoutEnd(error.message, '.') })
        : error
    })
    if (done === true) {
      if (notice !== undefined) throw refusal(url, notice)
      throw protocolError('NOSTR_RELAY_UNREACHABLE', { url, reason: 'it ended the connection amid its answer' })
    }
    const [type, of, given] = messageOf(value)
    if (type === 'EVENT' && of === id) {
      count += 1
      take(given)
    } else if (type === 'EOSE' && of === id) break
    else if (type === 'CLOSED' && of === id) throw refusal(url, given)
    else if (type === 'NOTICE') notice = of
    else if (!['AUTH', 'EOSE', 'CLOSED', 'EVENT', 'OK'].includes(String(type))) onWrong()
  }
  await socket.send(JSON.stringify(['CLOSE', id]))
  return count
}

function messageOf(text: string): readonly unknown[] {
  const value = jsonOf(text)
  return Array.isArray(value) ? value : []
}

function isTagged(value: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(value['tags']) && value['tags'].every(Array.isArray) && Number.isInteger(value['created_at'])
}

function refusal(url: string, reason: unknown): CodedError {
  const said = typeof reason === 'string' ? withoutEnd(oneLine(reason), '.').slice(0, 200) : ''
  return protocolError('NOSTR_RELAY_REFUSED', { url, reason: said === '' ? 'it gave no reason' : said })
}

function failureOf(at: string, error: unknown): DirectoryFailure {
  if (!CodedError.is(error)) throw error
  return { at: redact(at), code: error.code, message: error.message }
}
