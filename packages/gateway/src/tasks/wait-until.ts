import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for a time, and no longer than until the signal. A server that stops lives until then, to say what was lost. */
export function waitUntil(signal: AbortSignal): (ms: number) => Promise<void> {
  return async (ms) => await sleep(ms, undefined, { signal }).catch(() => undefined)
}
