/** What happens after how many ticks without a turn of the main thread. */
export type StillLimits = {
  /** The main thread emits each event of `process` once, each time it gets stuck. */
  readonly events: readonly { readonly afterTicks: number; readonly event: string }[]
  /** After so many it is broken off, and again after as many more. */
  readonly breakOffTicks: number
}

export type MainThread = { readonly emit: (event: string) => void; readonly breakOff: () => void }

/** Counts ticks without a turn of the main thread and does what is due. No time: a machine that sleeps is not stuck. */
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
