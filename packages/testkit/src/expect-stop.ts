import { expect } from 'vitest'

/** Expects what would go on for long to stop when it is aborted, once it has begun. */
export async function expectStop(
  ask: (signal: AbortSignal) => Promise<unknown>,
  { begun, reason, what = '' }: { begun: () => boolean; reason: unknown; what?: string },
): Promise<void> {
  const controller = new AbortController()
  const ended = ask(controller.signal).then(
    () => 'it answered',
    () => 'it stopped',
  )
  await expect.poll(begun).toBe(true)
  controller.abort(reason)
  expect(await ended, what).toBe('it stopped')
}
