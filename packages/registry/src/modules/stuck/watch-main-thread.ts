import type { EventEmitter } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'

/** How long the main thread may be without a turn, in milliseconds. */
export type WatchMainThreadOptions = {
  /** Then Ctrl-C and SIGTERM end the process at once, until it has a turn again; 2000 if absent. */
  readonly letGoMs?: number | undefined
  /** Then it is told; 10,000 if absent. */
  readonly tellMs?: number | undefined
  /** Then what runs is broken off, so that time limits and signals are seen; 600,000 if absent. */
  readonly breakOffMs?: number | undefined
  /** Told while the main thread is stuck: it must not wait for anything. */
  readonly onStuck?: (() => void) | undefined
}

/** What the thread that watches is given. */
export type WatchData = {
  /** Counted up at each turn of the main thread. */
  readonly beats: Int32Array
  readonly tickMs: number
  /** After so many ticks without a turn the main thread emits this event of `process`, each time it gets stuck. */
  readonly events: readonly { readonly afterTicks: number; readonly event: string }[]
  /** After so many it is broken off, and again after as many more. */
  readonly breakOffTicks: number
}

/**
 * Keeps a process stoppable whose main thread runs code that may never yield: there, neither a handler of Ctrl-C nor a
 * timer has its turn. A thread watches whether it has turns.
 *
 * @param options - Limits; who is told.
 * @example onModuleCode(() => watchMainThread())
 * @see https://nodejs.org/api/inspector.html#sessionconnecttomainthread
 */
export function watchMainThread({
  letGoMs = 2000,
  tellMs = 10_000,
  breakOffMs = 600_000,
  onStuck = () => {},
}: WatchMainThreadOptions = {}): void {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const signals = new LetGoSignals()
  const emitter: EventEmitter = process
  emitter.on(letGoEvent, () => signals.letGo()).on(tellEvent, onStuck)
  setInterval(() => {
    Atomics.add(beats, 0, 1)
    signals.takeBack()
  }, tickMs).unref()
  const workerData: WatchData = {
    beats,
    tickMs,
    events: [
      { afterTicks: ticks(letGoMs), event: letGoEvent },
      { afterTicks: ticks(tellMs), event: tellEvent },
    ],
    breakOffTicks: ticks(breakOffMs),
  }
  const file = new URL(`./main-thread-watch${extname(import.meta.filename)}`, import.meta.url)
  // Some options of the process, such as `--input-type`, no thread with a file takes; this one needs none.
  const thread = new Worker(file, { name: 'watch', workerData, execArgv: [] })
  // Without it, such as under a Node without inspector, all is as it would be without this.
  thread.on('error', () => {})
  thread.unref()
}

const tickMs = 250
const letGoEvent = 'datacortex-let-go'
const tellEvent = 'datacortex-stuck'

function ticks(ms: number): number {
  return Math.max(2, Math.ceil(ms / tickMs))
}

/** Without its handlers a signal does what it does to any process: it ends it. */
class LetGoSignals {
  // Not SIGHUP: `nohup` may keep it from this process.
  readonly #signals = ['SIGINT', 'SIGTERM'] as const
  #kept: (() => void)[] = []

  letGo(): void {
    for (const signal of this.#signals) {
      const listeners = process.listeners(signal)
      for (const listener of listeners) process.off(signal, listener)
      this.#kept.push(() => {
        for (const listener of listeners) process.on(signal, listener)
      })
    }
  }

  takeBack(): void {
    for (const back of this.#kept.splice(0)) back()
  }
}
