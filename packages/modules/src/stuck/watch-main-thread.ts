import type { EventEmitter } from 'node:events'
import { extname } from 'node:path'
import { patientLimit } from '@datacortex/platform/patient-limit'
import type { StillLimits } from './count-still-ticks.ts'

type WatchMainThreadOptions = WatchLimits & {
  /** Called while the main thread is stuck, and for how many seconds it is: it must not wait for anything. */
  readonly onStuck?: ((seconds: number) => void) | undefined
}

export type WatchData = {
  /** Counted up at each turn of the main thread. */
  readonly beats: Int32Array
  readonly tickMs: number
  readonly limits: StillLimits
}

/** Keeps a process stoppable whose main thread never yields, by a thread that watches whether it has turns. */
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

/** How long the main thread may be without a turn, in milliseconds. */
type WatchLimits = {
  /** Then Ctrl-C and SIGTERM end the process at once, until it has a turn again; 2000 if absent. */
  readonly letGoMs?: number | undefined
  /** Then it is reported; 10,000 if absent. */
  readonly tellMs?: number | undefined
  /** Then what runs is broken off, so that time limits and signals are seen; 600,000 if absent. */
  readonly breakOffMs?: number | undefined
  /** So often the main thread shows that it has turns, and the thread that watches looks; 250 if absent. */
  readonly tickMs?: number | undefined
}

/** After how many ticks without a turn of the main thread what happens; never after the first, which says nothing yet. */
export function watchTicks({
  letGoMs = patientLimit(2000),
  tellMs = patientLimit(10_000),
  breakOffMs = patientLimit(600_000),
  tickMs = 250,
}: WatchLimits) {
  const ticks = (ms: number): number => Math.max(2, Math.ceil(ms / tickMs))
  return { letGo: ticks(letGoMs), tell: ticks(tellMs), breakOff: ticks(breakOffMs), tickMs }
}
