import { type Source, pluginError } from '@datacortex/plugin'
import { beforeEach, expect, test, vi } from 'vitest'
import { entry, fixedSource, hangingSource, openTestSources, sourcesSpace } from './__fixtures__/sources-space.ts'
import { standingClock } from './__fixtures__/standing-clock.ts'
import { ask, failing, overload } from './__fixtures__/asked-source.ts'
import { Budget } from './budget.ts'

const { signal } = new AbortController()

beforeEach(standingClock)

test('waits as long as a source wants if there is the time, else leaves it alone', async () => {
  const soon = failing(pluginError('SOURCE_THROTTLED', { source: 'Tides', status: 429, retryAfterMs: 50 }))
  const asking = ask(soon.source)
  await soon.begun
  await vi.advanceTimersByTimeAsync(49)
  expect(soon.asked()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await asking).toMatchObject([{ ok: true, took_ms: 50 }])
  expect(soon.asked()).toBe(2)
  const late = failing(pluginError('SOURCE_THROTTLED', { source: 'Tides', status: 429, retryAfterMs: 60_000 }))
  const [first, second] = await ask(late.source, { times: 2 })
  expect(first).toMatchObject({ ok: false, code: 'SOURCE_THROTTLED' })
  expect(second).toMatchObject({
    ok: false,
    code: 'SOURCE_LIMIT_REACHED',
    reason: expect.stringMatching(/left alone for \d+ s/),
  })
  expect(late.asked()).toBe(1)
})

test.each([
  ['its own time', ['timeout_ms: 200'], 200],
  ['20 s, if nothing else is said,', [], 20_000],
])('a source that hangs costs %s only, and is told to stop', async (_, lines, limitMs) => {
  const { source, asked, isStopped } = hangingSource()
  const asking = ask(source, { lines })
  await asked
  await vi.advanceTimersByTimeAsync(limitMs - 1)
  expect(isStopped()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  const reason = `tides gave no answer within ${limitMs} ms.`
  expect(await asking).toMatchObject([{ ok: false, code: 'SOURCE_TIMEOUT', reason, took_ms: limitMs }])
  expect(isStopped()).toBe(true)
})

test('an abort is thrown, before and amid', async () => {
  await expect(ask(fixedSource(['a']), { signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow('stop')
  const controller = new AbortController()
  const { source, asked } = hangingSource()
  const asking = ask(source, { signal: controller.signal })
  await asked
  controller.abort(new Error('enough'))
  await expect(asking).rejects.toThrow('enough')
})

test('a call without an answer in time counts as paid, a refused one does not', async () => {
  const budget = new Budget({ usd: 1, calls: 10, minutes: 1 })
  const lines = ['cost_per_call: 0.03', 'timeout_ms: 100']
  const { source, asked } = hangingSource()
  const asking = ask(source, { budget, lines })
  await asked
  await vi.advanceTimersByTimeAsync(100)
  await asking
  expect(budget.spent.usd).toBeCloseTo(0.03)
  await ask(failing(overload, overload, overload).source, { budget, lines: ['cost_per_call: 0.03'] })
  expect(budget.spent).toMatchObject({ calls: 4 })
  expect(budget.spent.usd).toBeCloseTo(0.03)
})

test('a call whose turn is too far off is not made: it costs nothing, and puts no other one off', async () => {
  const budget = new Budget({ usd: 1, calls: 10, minutes: 1 })
  const { source, asked } = failing()
  const lines = ['cost_per_call: 0.03', 'min_interval_ms: 60000', 'timeout_ms: 5000']
  const answers = await ask(source, { budget, times: 3, lines })
  const refused = { ok: false, code: 'SOURCE_LIMIT_REACHED', cost_usd: 0, reason: 'its next turn comes in 60 s' }
  expect(answers).toMatchObject([{ ok: true }, refused, refused])
  expect(budget.spent).toMatchObject({ usd: 0.02, calls: 1 })
  expect(asked()).toBe(1)
})

test('a turn that comes after the time of the run is not waited for', async () => {
  const lines = ['min_interval_ms: 3000']
  const [, late] = await ask(failing().source, { times: 2, lines, timeoutMs: 1000 })
  expect(late).toMatchObject({ ok: false, code: 'SOURCE_LIMIT_REACHED' })
  const budget = new Budget({ usd: 1, calls: 10, minutes: 1000 / 60_000 })
  const [, over] = await ask(failing().source, { times: 2, lines, budget })
  expect(over).toMatchObject({ ok: false, code: 'SOURCE_LIMIT_REACHED' })
})

test('one that never starts keeps nobody waiting', async () => {
  const paths = await sourcesSpace(`sources:\n${entry('tides', ['timeout_ms: 100'])}`)
  const starting = Promise.withResolvers<void>()
  const loadSource = async (): Promise<Source> => {
    starting.resolve()
    return await new Promise(() => undefined)
  }
  const sources = await openTestSources(paths, {}, { loadSource })
  const [source] = sources.all
  if (source === undefined) throw new Error('No source.')
  const asking = sources.ask(source, 'x', { signal })
  await starting.promise
  await vi.advanceTimersByTimeAsync(100)
  expect(await asking).toMatchObject({ ok: false, code: 'SOURCE_TIMEOUT' })
  // The clock stands: what waited for any time would never end.
  await sources[Symbol.asyncDispose]()
})

test('one that never ends is given ten seconds', async () => {
  const ending = Promise.withResolvers<void>()
  const source: AsyncDisposable & Source = {
    ...fixedSource(['a']),
    [Symbol.asyncDispose]: async () => {
      ending.resolve()
      await new Promise(() => undefined)
    },
  }
  const sources = await openTestSources(await sourcesSpace(`sources:\n${entry('a')}`), { 'source-a': source })
  for (const one of sources.all) await sources.ask(one, 'x', { signal })
  const ended = vi.fn<() => void>()
  const disposing = sources[Symbol.asyncDispose]().then(ended)
  await ending.promise
  await vi.advanceTimersByTimeAsync(9999)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await disposing
})
