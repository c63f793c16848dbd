import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { type Event, EventRepository, type Filter } from '@nostr-relay/common'
import { NostrRelay } from '@nostr-relay/core'
import { Validator } from '@nostr-relay/validator'
import { type WebSocket, WebSocketServer } from 'ws'

/** A relay on this machine; dispose it. */
export type TestRelay = AsyncDisposable & {
  readonly url: string
  /** What it keeps, oldest first. */
  readonly events: () => readonly Event[]
  /** What it was sent, word by word. */
  readonly messages: readonly string[]
  /** Keeps an event without looking at it, as a relay that lies. */
  readonly plant: (event: unknown) => void
}

/** A message to a relay, and how to answer it. */
export type RelayMessage = {
  readonly message: readonly unknown[]
  readonly send: (value: unknown) => void
  readonly drop: () => void
}

/**
 * Starts a Nostr relay in this process. By itself it does what the protocol says.
 * @param options - `play`: takes a message over, for relays that lie, hang, break off: what it returns true for, the relay never sees.
 * @example await using relay = await startRelay()
 * @example await using hanging = await startRelay({ play: () => true })
 */
export async function startRelay({
  play = () => false,
}: { play?: ((asked: RelayMessage) => boolean) | undefined } = {}): Promise<TestRelay> {
  const store = new Store()
  // Otherwise a forged event of a known id would keep the genuine one out.
  const relay = new NostrRelay(store, { eventHandlingResultCacheTtl: 0, filterResultCacheTtl: 0 })
  const validator = new Validator({ maxTagValueLength: 65_536, maxFilterGenericTagsLength: 1000 })
  const messages: string[] = []
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', (socket: WebSocket) => {
    const send = (value: unknown): void => socket.send(typeof value === 'string' ? value : JSON.stringify(value))
    relay.handleConnection(socket, '127.0.0.1')
    socket.on('message', (data: Buffer) => {
      const text = data.toString('utf8')
      messages.push(text)
      if (play({ message: JSON.parse(text) as unknown[], send, drop: () => socket.terminate() })) return
      validator
        .validateIncomingMessage(text)
        .then((message) => relay.handleMessage(socket, message))
        .catch((error: unknown) => send(['NOTICE', String(error)]))
    })
    socket.on('close', () => relay.handleDisconnect(socket))
    socket.on('error', () => {})
  })
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    events: () => store.find({ limit: 1_000_000 }).toReversed(),
    messages,
    plant: (event) => void store.upsert(event as Event),
    async [Symbol.asyncDispose]() {
      for (const socket of server.clients) socket.terminate()
      await new Promise((resolve) => server.close(resolve))
      await relay.destroy()
    },
  }
}

/** Keeps events in SQLite: those that replace each other once, those that are passing never. */
class Store extends EventRepository {
  readonly #database = new DatabaseSync(':memory:')

  constructor() {
    super()
    this.#database.exec('CREATE TABLE events (key TEXT PRIMARY KEY, at INTEGER, id TEXT, event TEXT)')
    this.#database.exec('CREATE INDEX by_time ON events (at DESC, id)')
  }

  isSearchSupported(): boolean {
    return false
  }

  upsert(event: Event): { isDuplicate: boolean } {
    const { kind, pubkey, id, tags, created_at: at } = event
    const isReplaceable = kind === 0 || kind === 3 || (kind >= 10_000 && kind < 20_000)
    const d = tags.find(([name]) => name === 'd')?.[1] ?? ''
    const isAddressable = kind >= 30_000 && kind < 40_000
    const key = isAddressable ? `${kind}:${pubkey}:${d}` : isReplaceable ? `${kind}:${pubkey}` : id
    const known = this.#database.prepare('SELECT at, id FROM events WHERE key = ?').get(key)
    const isOlder =
      known !== undefined && (Number(known['at']) > at || (known['at'] === at && String(known['id']) <= id))
    if (isOlder) return { isDuplicate: true }
    this.#database.prepare('REPLACE INTO events VALUES (?, ?, ?, ?)').run(key, at, id, JSON.stringify(event))
    return { isDuplicate: false }
  }

  find(filter: Filter): Event[] {
    const found: Event[] = []
    for (const row of this.#database.prepare('SELECT event FROM events ORDER BY at DESC, id').iterate()) {
      const event = JSON.parse(String(row['event'])) as Event
      if (fits(event, filter)) found.push(event)
      if (found.length >= (filter.limit ?? 500)) break
    }
    return found
  }

  destroy(): Promise<void> {
    this.#database.close()
    return Promise.resolve()
  }
}

function fits(event: Event, { ids, authors, kinds, since, until, ...rest }: Filter): boolean {
  const isOneOf = <T>(list: readonly T[] | undefined, value: T): boolean => list?.includes(value) ?? true
  const isTagged = Object.entries(rest).every(
    ([name, values]) =>
      !name.startsWith('#') ||
      event.tags.some(([tag, value = '']) => `#${tag}` === name && (values as readonly string[]).includes(value)),
  )
  const isInTime = event.created_at >= (since ?? 0) && event.created_at <= (until ?? Infinity)
  return isOneOf(ids, event.id) && isOneOf(authors, event.pubkey) && isOneOf(kinds, event.kind) && isInTime && isTagged
}
