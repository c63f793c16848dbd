import { CodedError, thrownText } from '@datacortex/errors'
import { type GuardedFetch, createSlots } from '@datacortex/platform'
import type { Logger } from '@datacortex/plugin'
import type { StreamResponse } from '../a2a/wire.ts'
import type { LiveTask } from './live-task.ts'
import type { PushConfig } from './push-config.ts'

export type NotifierOptions = {
  readonly fetch: GuardedFetch
  readonly log: Logger
  readonly newId: () => string
  /** Aborted when the server has stopped: nothing is sent any more. */
  readonly signal: AbortSignal
  /** Resolves after a time, or at once when the signal is aborted. */
  readonly wait: (ms: number) => Promise<void>
  /** A detached JWS over a text; undefined without keys. See RFC 7515, appendix F. */
  readonly sign: (text: string, id: string) => Promise<string | undefined>
}

const attempts = 6
const firstWaitMs = 1000
const sentAtOnce = 16
/** All that wait, of all tasks. */
const mostWaiting = 10_000
const limits = { totalMs: 15_000, bodyBytes: 65_536, wireBytes: 65_536 }

/** Tells the addresses that clients named how their tasks change: in order, and again until one has taken it. */
export class Notifier {
  readonly #options: NotifierOptions
  readonly #slots = createSlots(sentAtOnce)
  readonly #queues = new WeakMap<PushConfig, Promise<void>>()
  readonly #waiting = new Set<Promise<void>>()

  constructor(options: NotifierOptions) {
    this.#options = options
  }

  readonly tell = (task: LiveTask, event: StreamResponse): void => {
    // The pieces of an answer are for streams: who is notified gets the task with all of it.
    if (!('statusUpdate' in event) || task.notified.size === 0) return
    const body = JSON.stringify(task.isResting ? { task: task.snapshot() } : event)
    for (const config of task.notified.values()) {
      if (this.#waiting.size >= mostWaiting) {
        this.#lost(config, 'too many notifications wait')
        continue
      }
      const before = this.#queues.get(config) ?? Promise.resolve()
      const sent = before.then(async () => await this.#deliver(config, { body, task }))
      this.#queues.set(config, sent)
      this.#waiting.add(sent)
      void sent.finally(() => this.#waiting.delete(sent))
    }
  }

  /** Resolves when all that wait are delivered or lost, or after a time. */
  async settled(ms: number): Promise<void> {
    if (this.#waiting.size > 0) await Promise.race([Promise.all(this.#waiting), this.#options.wait(ms)])
  }

  async #deliver(config: PushConfig, { body, task }: { body: string; task: LiveTask }): Promise<void> {
    const id = this.#options.newId()
    let reason = 'the server stopped'
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      if (attempt > 0) await this.#options.wait(firstWaitMs * 2 ** (attempt - 1))
      if (this.#options.signal.aborted) break
      // Who took the address back is not told any more.
      if (task.notified.get(config.id) !== config) return
      const failure = await this.#send(config, { body, id }).catch((error: unknown) => failureOf(error))
      if (failure === undefined) return
      reason = failure.reason
      if (!failure.isTransient) break
    }
    this.#lost(config, reason)
  }

  async #send(config: PushConfig, { body, id }: { body: string; id: string }): Promise<Failure | undefined> {
    const { fetch, sign, signal } = this.#options
    const { url, token, authentication: as } = config
    const signature = await sign(body, id)
    const headers = {
      'content-type': 'application/a2a+json',
      'a2a-version': '1.0',
      // The same for each attempt, so that who got it twice can tell.
      'a2a-notification-id': id,
      ...(signature === undefined ? {} : { 'a2a-notification-signature': signature }),
      ...(token ? { 'x-a2a-notification-token': token } : {}),
      ...(as?.credentials ? { authorization: `${as.scheme} ${as.credentials}` } : {}),
    }
    return await this.#slots.run(
      async () => {
        const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', limits, signal })
        await response.body?.cancel()
        const { ok, status } = response
        return ok ? undefined : { reason: `status ${status}`, isTransient: status === 429 || status >= 500 }
      },
      { signal },
    )
  }

  #lost({ taskId: task, url }: PushConfig, reason: string): void {
    const { host } = new URL(url)
    this.#options.log.warn({ task, host, reason }, 'a notification of a task was not delivered')
  }
}

type Failure = { readonly reason: string; readonly isTransient: boolean }

function failureOf(error: unknown): Failure {
  const isTransient = CodedError.is(error) && error.details?.['transient'] === true
  return { reason: CodedError.is(error) ? error.code : thrownText(error), isTransient }
}
