import type { StreamResponse } from '../a2a/wire.ts'

// A reader that is so far behind is let go; it can subscribe again and gets the task as it is then.
const mostWaiting = 10_000

export class EventQueue implements AsyncIterable<StreamResponse> {
  readonly #signal: AbortSignal
  readonly #onClose: () => void
  #waiting: StreamResponse[] = []
  #ended = false
  #wake: (() => void) | undefined

  constructor(signal: AbortSignal, onClose: () => void) {
    this.#signal = signal
    this.#onClose = onClose
    signal.addEventListener('abort', this.#stop, { once: true })
  }

  push(event: StreamResponse): void {
    if (this.#ended) return
    this.#waiting.push(event)
    if (this.#waiting.length > mostWaiting) this.#stop()
    else this.#wake?.()
  }

  end(): void {
    this.#ended = true
    this.#wake?.()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<StreamResponse, void, undefined> {
    try {
      for (;;) {
        const events = this.#waiting
        this.#waiting = []
        yield* events
        if (this.#waiting.length > 0) continue
        if (this.#ended || this.#signal.aborted) return
        const { promise, resolve } = Promise.withResolvers<void>()
        this.#wake = resolve
        await promise
        this.#wake = undefined
      }
    } finally {
      this.#stop()
    }
  }

  readonly #stop = (): void => {
    this.#signal.removeEventListener('abort', this.#stop)
    this.#waiting = []
    this.#onClose()
    this.end()
  }
}
