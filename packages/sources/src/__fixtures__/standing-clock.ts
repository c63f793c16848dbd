import { onTestFinished, vi } from 'vitest'

/**
 * Lets the time of timers and of `performance` stand still in this test: it passes by `vi.advanceTimersByTimeAsync` and
 * nothing else, while files, sockets and processes go on. Default limits are those of an ordinary machine.
 *
 * `expect.poll` moves it too, by its interval: give it one of 0.
 */
export function standingClock(): void {
  vi.stubEnv('DATACORTEX_PATIENCE', '')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], fakeNodeBuiltins: true })
  onTestFinished(() => void vi.useRealTimers())
}
