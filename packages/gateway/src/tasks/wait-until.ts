import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for a time, and no longer than until the signal. */
export function waitUntil(signal: AbortSignal): (ms: number) => Promise<void> {
  return async (ms) => await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
}
