import type { StreamResponse } from '../a2a/wire.ts'

/** Tells a client how far a run is; each number is higher than the one before. */
export type TellProgress = (progress: number, message: string) => void

/** What is needed to tell it. */
export type RunProgressOptions = {
  /** Nothing is told without it. */
  readonly tell: TellProgress | undefined
  /** In milliseconds. */
  readonly now: () => number
}

/** How often a client hears of a run that says nothing: well within the minute that clients wait. */
const tickMs = 5000
/** Pieces of an answer come faster than anybody reads. */
const leastMs = 200
const mostCharacters = 200

/** Tells whoever waits for a run what it has said last and, every few seconds, that it goes on. */
export class RunProgress implements Disposable {
  readonly #options: RunProgressOptions
  readonly #startedMs: number
  readonly #timer: NodeJS.Timeout | undefined
  #told = 0
  #toldMs = Number.NEGATIVE_INFINITY
  #isWaiting = true
  #output = ''

  constructor(options: RunProgressOptions) {
    this.#options = options
    this.#startedMs = options.now()
    if (options.tell !== undefined) this.#timer = setInterval(() => this.#tick(), tickMs).unref()
  }

  /** Something happened. */
  note(event: StreamResponse): void {
    if ('statusUpdate' in event) this.#isWaiting = event.statusUpdate.status.state === 'TASK_STATE_SUBMITTED'
    if (!('artifactUpdate' in event)) return
    const { artifact, append } = event.artifactUpdate
    const text = artifact.parts.map((part) => part.text ?? '').join('')
    this.#output = (append ? this.#output + text : text).slice(-mostCharacters)
    if (this.#options.now() - this.#toldMs >= leastMs) this.#tell(this.#output)
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }

  #tick(): void {
    const { now } = this.#options
    if (now() - this.#toldMs < tickMs) return
    const seconds = Math.round((now() - this.#startedMs) / 1000)
    this.#tell(this.#isWaiting ? `Waits its turn, ${seconds} s so far.` : `Works, ${seconds} s so far.`)
  }

  #tell(message: string): void {
    const line = message.replace(/\s+/g, ' ').trim()
    if (line === '') return
    this.#told += 1
    this.#toldMs = this.#options.now()
    this.#options.tell?.(this.#told, line)
  }
}
