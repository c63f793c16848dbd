/** What a client is told of a long call (the tasks extension of 2026-07-28). */
export type ShownTask = {
  readonly taskId: string
  readonly status: 'working' | 'completed' | 'cancelled' | 'failed'
  readonly statusMessage?: string | undefined
  readonly createdAt: string
  readonly lastUpdatedAt: string
  readonly ttlMs: number
  readonly pollIntervalMs: number
  readonly result?: object | undefined
  readonly error?: object | undefined
}

type Kept = { shown: ShownTask; readonly stop: AbortController }

/** Long calls of a client, which go on when it has gone and are asked for later. */
export class TaskStore {
  readonly #tasks = new Map<string, Kept>()

  /** Begins a task; undefined if so many run that none can be kept. */
  begin(
    work: (options: { signal: AbortSignal; onMessage: (text: string) => void }) => Promise<object>,
  ): ShownTask | undefined {
    this.#makePlace()
    if (this.#tasks.size >= mostKept) return undefined
    const now = new Date().toISOString()
    const taskId = crypto.randomUUID()
    const stop = new AbortController()
    const times = { createdAt: now, lastUpdatedAt: now, ttlMs, pollIntervalMs: 1000 }
    const kept: Kept = { stop, shown: { taskId, status: 'working', ...times } }
    this.#tasks.set(taskId, kept)
    const update = (change: Partial<ShownTask>): void => {
      if (kept.shown.status === 'working')
        kept.shown = { ...kept.shown, ...change, lastUpdatedAt: new Date().toISOString() }
    }
    stop.signal.addEventListener('abort', () => update({ status: 'cancelled' }), { once: true })
    work({ signal: stop.signal, onMessage: (statusMessage) => update({ statusMessage }) }).then(
      (result) => update({ status: 'completed', result }),
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error)
        update({ status: 'failed', statusMessage: message, error: { code: -32_603, message } })
      },
    )
    return kept.shown
  }

  get(taskId: string): ShownTask | undefined {
    this.#makePlace()
    return this.#tasks.get(taskId)?.shown
  }

  /** Stops a task if it still runs. */
  cancel(taskId: string): void {
    this.#tasks.get(taskId)?.stop.abort(new DOMException('It was cancelled.', 'AbortError'))
  }

  /** Drops what is past its time and, of too many, the oldest that ended. */
  #makePlace(): void {
    for (const [id, { shown }] of this.#tasks) {
      const isPast = Date.parse(shown.createdAt) + ttlMs < Date.now()
      if (shown.status !== 'working' && (isPast || this.#tasks.size >= mostKept)) this.#tasks.delete(id)
    }
  }
}

/** Answers are kept in memory. */
const mostKept = 100
const ttlMs = 3_600_000
