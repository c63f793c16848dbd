import { patientLimit } from '@datacortex/platform/patient-limit'

/** How long the main thread may be without a turn, in milliseconds. */
export type WatchLimits = {
  /** Then Ctrl-C and SIGTERM end the process at once, until it has a turn again; 2000 if absent. */
  readonly letGoMs?: number | undefined
  /** Then it is told; 10,000 if absent. */
  readonly tellMs?: number | undefined
  /** Then what runs is broken off, so that time limits and signals are seen; 600,000 if absent. */
  readonly breakOffMs?: number | undefined
  /** So often the main thread shows that it has turns, and the thread that watches looks; 250 if absent. */
  readonly tickMs?: number | undefined
}

/** The same in ticks of the thread that watches, and how long one is. */
export type WatchTicks = {
  readonly letGo: number
  readonly tell: number
  readonly breakOff: number
  readonly tickMs: number
}

/** After how many ticks without a turn of the main thread what happens; never after the first, which says nothing yet. */
export function watchTicks({
  letGoMs = patientLimit(2000),
  tellMs = patientLimit(10_000),
  breakOffMs = patientLimit(600_000),
  tickMs = 250,
}: WatchLimits): WatchTicks {
  const ticks = (ms: number): number => Math.max(2, Math.ceil(ms / tickMs))
  return { letGo: ticks(letGoMs), tell: ticks(tellMs), breakOff: ticks(breakOffMs), tickMs }
}
