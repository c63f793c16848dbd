import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import { withLock } from '@datacortex/platform'
import { expect, test, vi } from 'vitest'
import { sourcesSpace } from './__fixtures__/sources-space.ts'
import { standingClock } from './__fixtures__/standing-clock.ts'
import { SourceState } from './source-state.ts'

const noon = Date.UTC(2026, 1, 3, 12)

test('counts calls within a minute and within a day', async () => {
  const paths = await sourcesSpace('')
  let now = noon
  const state = new SourceState(paths, { now: () => now })
  const limits = { per_minute: 2, per_day: 3 }
  expect(await state.reserve('a', limits)).toBeUndefined()
  expect(await state.reserve('a', limits)).toBeUndefined()
  expect(await state.reserve('a', limits)).toBe('its limit of 2 calls a minute is reached')
  expect(await state.look('a', limits)).toBe('its limit of 2 calls a minute is reached')
  expect(await state.reserve('b', limits)).toBeUndefined()
  now += 60_001
  expect(await state.reserve('a', limits)).toBeUndefined()
  expect(await state.reserve('a', limits)).toBe('its limit of 3 calls a day is reached')
  now += 24 * 3_600_000
  expect(await state.reserve('a', limits)).toBeUndefined()
})

test('leaves a source alone after three failures, lets one call try it, and trusts it again', async () => {
  const paths = await sourcesSpace('')
  let now = noon
  const state = new SourceState(paths, { now: () => now })
  for (let failure = 0; failure < 3; failure += 1) {
    expect(await state.reserve('a', {})).toBeUndefined()
    await state.settle('a', { failed: true, usd: 0 })
  }
  expect(await state.reserve('a', {})).toBe('it failed 3 times in a row and is left alone for 60 s')
  now += 60_001
  expect(await state.reserve('a', {})).toBeUndefined()
  expect(await state.reserve('a', {}), 'while one call tries it').toMatch(/left alone/)
  await state.settle('a', { failed: false, usd: 0 })
  expect(await state.reserve('a', {})).toBeUndefined()
})

test('waits as long as a source asks', async () => {
  const paths = await sourcesSpace('')
  let now = noon
  const state = new SourceState(paths, { now: () => now })
  await state.settle('a', { failed: true, usd: 0, retryAfterMs: 7000 })
  expect(await state.look('a', {})).toBe('it wants no more questions now and is left alone for 7 s')
  now += 7001
  expect(await state.look('a', {})).toBeUndefined()
})

test('a clock that is set back neither counts nor blocks', async () => {
  const paths = await sourcesSpace('')
  let now = noon + 30 * 24 * 3_600_000
  const state = new SourceState(paths, { now: () => now })
  await state.reserve('a', { per_minute: 1 })
  await state.settle('a', { failed: true, usd: 0, retryAfterMs: 10_000 })
  now = noon
  expect(await state.reserve('a', { per_minute: 1, per_day: 1 })).toBeUndefined()
})

test('a source that wants a pause between two calls gets it from all that ask at once', async () => {
  const paths = await sourcesSpace('')
  let now = noon
  const states = [1, 2].map(() => new SourceState(paths, { now: () => now }))
  const turn = async (state: SourceState | undefined): Promise<number | undefined> =>
    await state?.turn('a', { min_interval_ms: 3000 })
  expect([await turn(states[0]), await turn(states[1]), await turn(states[0])]).toEqual([0, 3000, 6000])
  now += 60_000
  expect(await turn(states[1])).toBe(0)
  now -= 3_600_000
  expect(await turn(states[0])).toBeLessThanOrEqual(60_000)
  expect(await states[0]?.turn('b', {})).toBe(0)
})

test('a turn that is too far off is not taken', async () => {
  const state = new SourceState(await sourcesSpace(''), { now: () => noon })
  const turn = async (maxWaitMs?: number): Promise<number> =>
    await state.turn('a', { min_interval_ms: 3000 }, { maxWaitMs })
  expect([await turn(), await turn(2999), await turn(2999), await turn(3000), await turn()]).toEqual([
    0, 3000, 3000, 3000, 6000,
  ])
})

test('a call whose turn is too far off counts for no limit', async () => {
  const state = new SourceState(await sourcesSpace(''), { now: () => noon })
  const limits = { min_interval_ms: 3000, per_day: 2 }
  await state.reserve('a', limits)
  await state.turn('a', limits)
  expect(await state.reserve('a', limits, { maxWaitMs: 2999 })).toBe('its next turn comes in 3 s')
  expect(await state.reserve('a', limits, { maxWaitMs: 3000 })).toBeUndefined()
})

test('a source may be named as what every object has', async () => {
  const state = new SourceState(await sourcesSpace(''), { now: () => noon })
  expect(await state.look('constructor', { per_minute: 1 })).toBeUndefined()
  expect(await state.reserve('constructor', { per_minute: 1 })).toBeUndefined()
  expect(await state.look('constructor', { per_minute: 1 })).toMatch(/1 calls a minute/)
})

test('a damaged file counts as none', async () => {
  const paths = await sourcesSpace('')
  const state = new SourceState(paths, { now: () => noon })
  await state.reserve('a', {})
  await writeFile(join(paths.stateDirectory, 'sources.json'), '{"a":')
  expect(await state.reserve('a', { per_minute: 1 })).toBeUndefined()
  expect(JSON.parse(await readFile(join(paths.stateDirectory, 'sources.json'), 'utf8'))).toMatchObject({
    a: { calls: 1 },
  })
})

test('processes and calls at the same time share the limits', async () => {
  const paths = await sourcesSpace('')
  const script = fileURLToPath(new URL('./__fixtures__/reserve-calls.ts', import.meta.url))
  const run = async (): Promise<number> => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--conditions=@datacortex/source',
      script,
      paths.root,
    ])
    return Number(stdout)
  }
  const granted = await Promise.all([run(), run(), run()])
  expect(granted.reduce((sum, count) => sum + count, 0)).toBe(25)
})

test('counting waits a second for who else counts', async () => {
  standingClock()
  const paths = await sourcesSpace('')
  const [taken, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = withLock(join(paths.locksDirectory, 'source-use'), async () => {
    taken.resolve()
    await free.promise
  })
  await taken.promise
  const reserving = new SourceState(paths, { now: () => noon }).reserve('a', {})
  const refusal = reserving.catch((error: unknown) => error)
  // It waits for its next try.
  await expect.poll(() => vi.getTimerCount(), { interval: 0 }).toBe(1)
  // The last pause may end after the limit.
  await vi.advanceTimersByTimeAsync(1100)
  expect(await refusal).toMatchObject({
    code: 'PLATFORM_LOCK_TIMEOUT',
    message: expect.stringContaining('more than 1000 ms'),
  })
  free.resolve()
  await holding
})
