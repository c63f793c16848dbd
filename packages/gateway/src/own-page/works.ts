import { randomUUID } from 'node:crypto'

/** An operation that goes on seen or not, as a list shows it. */
export type KeptWork = {
  readonly id: string
  readonly name: string
  readonly input: unknown
  readonly state: 'running' | 'ended' | 'failed' | 'stopped'
  /** UTC, ISO 8601. */
  readonly began_at: string
}

/** What a work said, numbered from 1. */
export type Numbered = { readonly id: number; readonly event: WorkEvent }
type WorkEvent = { readonly type: string; readonly stage?: string }

type Work = {
  readonly owner: string
  readonly stopped: AbortController
  readonly events: Numbered[]
  last: number
  shown: KeptWork
  wake: PromiseWithResolvers<void>
}

/** Operations that outlive the page that began them; in memory, so that they end with the server. */
export class Works {
  readonly #all = new Map<string, Work>()
  readonly #signal: AbortSignal

  /** @param signal - Stops all. */
  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  /** Begins a work and keeps all that it says. `events` gives each error as an event. */
  start(
    { owner, name, input }: Pick<KeptWork, 'name' | 'input'> & { readonly owner: string },
    events: (signal: AbortSignal) => AsyncIterable<object>,
  ): string {
    const stopped = new AbortController()
    const shown: KeptWork = { id: randomUUID(), name, input, state: 'running', began_at: new Date().toISOString() }
    const work: Work = { owner, stopped, shown, events: [], last: 0, wake: Promise.withResolvers() }
    const over = [...this.#all].filter(([, one]) => one.shown.state !== 'running')
    for (const [id] of over.slice(0, Math.max(0, over.length + 1 - mostKept))) this.#all.delete(id)
    this.#all.set(shown.id, work)
    void this.#follow(work, events(AbortSignal.any([stopped.signal, this.#signal])))
    return shown.id
  }

  /** Those of one owner, the newest first. */
  list(owner: string): readonly KeptWork[] {
    return [...this.#all.values()].flatMap((one) => (one.owner === owner ? [one.shown] : [])).toReversed()
  }

  /** What a work said after an event, and says until it is over; undefined if the owner has none of this id. */
  events(owner: string, id: string, { after, signal }: { readonly after: number; readonly signal: AbortSignal }) {
    const work = this.#of(owner, id)
    return work === undefined ? undefined : replayed(work, after, signal)
  }

  /** Stops it, be it before its first word; whether there is one. */
  stop(owner: string, id: string): boolean {
    const work = this.#of(owner, id)
    work?.stopped.abort(new DOMException('Its user stopped it.', 'AbortError'))
    return work !== undefined
  }

  #of(owner: string, id: string): Work | undefined {
    const work = this.#all.get(id)
    return work?.owner === owner ? work : undefined
  }

  async #follow(work: Work, events: AsyncIterable<object>): Promise<void> {
    let state: KeptWork['state'] = 'ended'
    for await (const event of events as AsyncIterable<WorkEvent>) {
      if (event.type === 'error') state = 'failed'
      work.last += 1
      work.events.push({ id: work.last, event })
      // An answer is kept whole; of thousands of steps the first are not missed.
      if (work.events.length > mostEvents) {
        const step = work.events.findIndex(({ event: one }) => one.type === 'progress' && one.stage !== 'answer')
        if (step !== -1) work.events.splice(step, 1)
      }
      wakeAll(work)
    }
    work.shown = { ...work.shown, state: work.stopped.signal.aborted ? 'stopped' : state }
    wakeAll(work)
  }
}

const mostKept = 40
const mostEvents = 2000

function wakeAll(work: Work): void {
  const { resolve } = work.wake
  work.wake = Promise.withResolvers()
  resolve()
}

async function* replayed(work: Work, after: number, signal: AbortSignal): AsyncGenerator<Numbered> {
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => resolve(), { once: true })
  for (let seen = after; !signal.aborted;) {
    const { wake } = work
    const from = work.events.findIndex(({ id }) => id > seen)
    const fresh = from === -1 ? [] : work.events.slice(from)
    for (const one of fresh) {
      seen = one.id
      yield one
    }
    if (fresh.length > 0) continue
    if (work.shown.state !== 'running') return
    await Promise.race([wake.promise, gone])
  }
}
