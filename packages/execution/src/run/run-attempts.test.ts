import { CodedError } from '@datacortex/errors'
import type { Runner } from '@datacortex/plugin'
import { expect, onTestFinished, test, vi } from 'vitest'
import { executionError } from '../errors.ts'
import { usualErrorPatterns } from './classify-error.ts'
import { type RunAttemptsOptions, runAttempts } from './run-attempts.ts'
import type { RunProgress } from './run-agent-options.ts'

const agent = { id: 'a', name: 'A', prompt: '' }
const run = { id: 'exec-1', chain: ['a'] }
const task = { agent, task: 't', request: 't', prompt: 't', directory: '/', run }
const usual = {
  name: 'r',
  timeoutMs: 2 ** 30,
  maxAttempts: 5,
  backoffMs: 0,
  patterns: usualErrorPatterns,
  random: () => 0.5,
}

function attempt(run: Runner['run'], options: Partial<RunAttemptsOptions> = {}) {
  return runAttempts({ run }, task, { ...usual, ...options })
}

test('a runner that ignores the signal is left behind', async () => {
  const deaf = (): Promise<never> => new Promise(() => {})
  expect(await attempt(deaf, { timeoutMs: 30, graceMs: 30 })).toMatchObject({ ended: 'timeout', attempts: 1 })
  const given = await attempt(deaf, { signal: AbortSignal.abort('enough'), graceMs: 30 })
  expect(given).toMatchObject({ ended: 'aborted', reason: 'enough' })
})

test.each([
  ['', 10_000],
  ['20', 200_000],
])('one that is told to stop has time for it: with a patience of %j, %d ms', async (patience, ms) => {
  vi.stubEnv('DATACORTEX_PATIENCE', patience)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const stop = new AbortController()
  let ended: unknown
  const deaf = (): Promise<never> => new Promise(() => {})
  const trying = attempt(deaf, { signal: stop.signal }).then((attempts) => (ended = attempts))
  stop.abort('enough')
  await vi.advanceTimersByTimeAsync(ms - 1)
  expect(ended).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(await trying).toMatchObject({ ended: 'aborted', reason: 'enough' })
})

test('a runner that answers while it is being stopped has answered', async () => {
  const late: Runner['run'] = (_task, { signal }) =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve({ text: 'just in time' })))
  expect(await attempt(late, { timeoutMs: 30 })).toMatchObject({ ended: 'answered', result: { text: 'just in time' } })
})

test('what a runner says after its answer is told to nobody', async () => {
  const reported: string[] = []
  let say: ((text: string) => void) | undefined
  const talkative: Runner['run'] = (_task, { onOutput }) => {
    onOutput?.('before')
    say = onOutput
    return Promise.resolve({ text: 'x' })
  }
  const onProgress = (event: RunProgress): void => void (event.type === 'output' && reported.push(event.text))
  await attempt(talkative, { onProgress })
  say?.('after')
  expect(reported).toEqual(['before'])
})

test('what is no answer is a failure', async () => {
  const ended = await attempt(async () => ({ text: 'x', tokens_in: 1, status: JSON.parse('"done"') }))
  expect(ended).toMatchObject({ ended: 'failed', attempts: 1, failure: { code: 'RUNNER_FAILED', transient: false } })
})

test('the time limit of an outer run is an abort, not its own', async () => {
  const outer = executionError('EXECUTION_TIMEOUT', { runner: 'outer', timeoutMs: 1 })
  const given = await attempt(() => new Promise(() => {}), { signal: AbortSignal.abort(outer), graceMs: 30 })
  expect(given).toMatchObject({ ended: 'aborted', reason: outer })
})

test('waits double, by chance less, and no less than was asked for', async () => {
  const asked = [undefined, undefined, 40]
  const waits: number[] = []
  const onProgress = (event: RunProgress): void => void (event.type === 'retry' && waits.push(event.waitMs))
  const failing: Runner['run'] = () => {
    const retryAfterMs = asked[waits.length]
    throw new CodedError('X_BUSY', 'busy', { details: { transient: true, retryAfterMs } })
  }
  const ended = await attempt(failing, { backoffMs: 8, random: () => 1, onProgress })
  expect([ended.attempts, waits]).toEqual([5, [8, 16, 40, 64]])
  waits.length = 0
  await attempt(failing, { backoffMs: 8, random: () => 0, onProgress, maxAttempts: 3 })
  expect(waits).toEqual([4, 8])
})

test('what was said is kept, from the last attempt, and not all of a flood', async () => {
  let count = 0
  const flood: Runner['run'] = (_task, { onOutput }) => {
    count += 1
    for (let i = 0; i < 30; i += 1) onOutput?.(String(count).repeat(100_000))
    throw new CodedError('X_BUSY', 'overloaded')
  }
  const { partialText } = await attempt(flood, { maxAttempts: 2 })
  expect([partialText.length, new Set(partialText)]).toEqual([1_000_000, new Set(['2'])])
})

test('what a runner says after its attempt has ended belongs to nothing', async () => {
  const reported: unknown[] = []
  let first: ((text: string) => void) | undefined
  const talking: Runner['run'] = async (_task, { onOutput }) => {
    if (first !== undefined) {
      first('Late.')
      onOutput?.('Right.')
      first('Later.')
      throw new CodedError('X_BROKEN', 'broken')
    }
    first = onOutput
    throw new CodedError('X_BUSY', 'overloaded')
  }
  const onProgress = (event: RunProgress): void => void (event.type === 'output' && reported.push(event.text))
  const { partialText } = await attempt(talking, { maxAttempts: 2, onProgress })
  expect([partialText, reported]).toEqual(['Right.', ['Right.']])
})

test('what can not be made text fails the run like anything else, and what has a message is told by it', async () => {
  for (const [thrown, reason] of [
    [Object.create(null), '{}'],
    [{ code: 'E_TIDE', message: 'no moon' }, 'no moon'],
  ] as const) {
    const failure = { code: 'RUNNER_FAILED', message: `The runner r failed: ${reason}.` }
    const failing = (): Promise<never> => Promise.reject(thrown as Error)
    expect(await attempt(failing)).toMatchObject({ ended: 'failed', failure })
  }
})
