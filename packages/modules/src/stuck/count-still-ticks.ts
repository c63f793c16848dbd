/** What happens after how many ticks without a turn of the main thread. */
export type StillLimits = {
  /** The main thread emits each event of `process` once, each time it gets stuck. */
  readonly events: readonly { readonly afterTicks: number; readonly event: string }[]
  /** After so many it is broken off, and again after as many more. */
  readonly breakOffTicks: number
}

export type MainThread = { readonly emit: (event: string) => void; readonly breakOff: () => void }

/**
 * Counts for how many ticks the main thread had no turn, and does what is due then. Ticks, not time: where the whole machine
 * sleeps or the process is stopped, the thread that watches has no turn either. Gives what is to be called at each tick, with the
 * turns that the main thread had until then.
 */
export function countStillTicks({ events, breakOffTicks }: StillLimits, main: MainThread): (beats: number) => void {
  let last = -1
  let still = 0
  return (beats) => {
    still = beats === last ? still + 1 : 0
    last = beats
    for (const { afterTicks, event } of events) if (still === afterTicks) main.emit(event)
    if (still > 0 && still % breakOffTicks === 0) main.breakOff()
  }
}
