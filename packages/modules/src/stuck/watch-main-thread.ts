import type { EventEmitter } from 'node:events'
import { extname } from 'node:path'
import type { StillLimits } from './count-still-ticks.ts'
import { type WatchLimits, watchTicks } from './watch-ticks.ts'

/** How long the main thread may be without a turn, and who is told. */
type WatchMainThreadOptions = WatchLimits & {
  /** Told while the main thread is stuck, and for how many seconds it is: it must not wait for anything. */
  readonly onStuck?: ((seconds: number) => void) | undefined
}

export type WatchData = {
  /** Counted up at each turn of the main thread. */
  readonly beats: Int32Array
  readonly tickMs: number
  readonly limits: StillLimits
}

/**
 * Keeps a process stoppable whose main thread runs code that may never yield: there, neither a handler of Ctrl-C nor a
 * timer has its turn. A thread watches whether it has turns.
 *
 * @see https://nodejs.org/api/inspector.html#sessionconnecttomainthread
 */
export function watchMainThread({ onStuck = () => {}, ...limits }: WatchMainThreadOptions = {}): void {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const signals = new LetGoSignals()
  const emitter: EventEmitter = process
  const { letGo, tell, breakOff, tickMs } = watchTicks(limits)
  setInterval(() => {
    Atomics.add(beats, 0, 1)
    signals.takeBack()
  }, tickMs).unref()
  emitter.on(letGoEvent, () => signals.letGo()).on(tellEvent, () => onStuck((tell * tickMs) / 1000))
  const events = [
    { afterTicks: letGo, event: letGoEvent },
    { afterTicks: tell, event: tellEvent },
  ]
  const workerData: WatchData = { beats, tickMs, limits: { events, breakOffTicks: breakOff } }
  const file = new URL(`./main-thread-watch${extname(import.meta.filename)}`, import.meta.url)
  // Some options of the process, such as `--input-type`, no thread with a file takes; this one needs none.
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  const thread = new Worker(file, { name: 'watch', workerData, execArgv: [] })
  // Without it, such as under a Node without inspector, all is as it would be without this.
  thread.on('error', () => {})
  thread.unref()
}

const letGoEvent = 'datacortex-let-go'
const tellEvent = 'datacortex-stuck'

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
