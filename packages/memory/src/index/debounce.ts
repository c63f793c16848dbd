export type Debounced = {
  /** Asks for a run: after a pause without further calls, or after the longest wait. */
  call(): void
  cancel(): void
}

/** Waits for a burst of calls to end: by a pause of `quietMs`, or cut after `longestMs`. */
export function debounce(run: () => void, { quietMs, longestMs }: { quietMs: number; longestMs: number }): Debounced {
  let timer: NodeJS.Timeout | undefined
  let firstAt: number | undefined
  return {
    call: () => {
      firstAt ??= performance.now()
      clearTimeout(timer)
      const rest = Math.max(0, firstAt + longestMs - performance.now())
      timer = setTimeout(
        () => {
          firstAt = undefined
          run()
        },
        Math.min(quietMs, rest),
      )
    },
    cancel: () => {
      firstAt = undefined
      clearTimeout(timer)
    },
  }
}
