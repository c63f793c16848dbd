import { mkdir } from 'node:fs/promises'
import { SourceAnswerInvalidError, SourceFailedError, SourceThrottledError } from '@datacortex/plugin'
import type { Source } from '@datacortex/plugin'
import { expect, test } from 'vitest'
import { entry, fixedSource, openTestSources, sourcesSpace } from '../__fixtures__/sources-space.ts'
import { Budget } from './budget.ts'
import type { AskedSearch, AskOptions } from './open-sources.ts'

const { signal } = new AbortController()

async function ask(
  source: Source,
  {
    lines = [],
    ...options
  }: Partial<AskOptions> & { readonly lines?: readonly string[]; readonly times?: number } = {},
): Promise<readonly AskedSearch[]> {
  const paths = await sourcesSpace(`sources:\n${entry('tides', lines)}`)
  const sources = await openTestSources(paths, { 'source-tides': source })
  const [registered] = sources.all
  if (registered === undefined) throw new Error('No source.')
  const answers: AskedSearch[] = []
  for (let time = 0; time < (options.times ?? 1); time += 1)
    answers.push(await sources.ask(registered, 'tides', { signal, ...options }))
  return answers
}

/** Fails as often as it has errors, then answers. */
function failing(...errors: readonly Error[]): { readonly source: Source; readonly asked: () => number } {
  let asked = 0
  const source: Source = {
    search: () => {
      asked += 1
      const error = errors[asked - 1]
      return error === undefined ? Promise.resolve({ documents: [], cost_usd: 0.02 }) : Promise.reject(error)
    },
  }
  return { source, asked: () => asked }
}

const overload = new SourceFailedError({ source: 'Tides', reason: 'overload', status: 503, transient: true })

test('which sources are asked for a layer, and why others are not', async () => {
  const yaml = `sources:
  own: { type: internal, tool: notes, layers: [search], content_type: documents, always_available: true }
${entry('free')}${entry('keyed', ['api_key: TIDES_KEY'])}${entry('unkeyed', ['api_key: OTHER_KEY'])}
${entry('off', ['enabled: false'])}${entry('asks-first', ['opt_in: true'])}${entry('said-yes', ['opt_in: true', 'enabled: true'])}
${entry('slow', ['max_latency_ms: 5000'])}${entry('quick', ['max_latency_ms: 4999'])}${entry('spent', ['per_day: 0'])}
${entry('elsewhere').replace('[search, research]', '[gather]')}`
  const secret = (name: string): Promise<string | undefined> => Promise.resolve(name === 'TIDES_KEY' ? 'x' : undefined)
  const sources = await openTestSources(await sourcesSpace(yaml), { 'source-spent': fixedSource(['a']) }, { secret })
  expect(sources.findings).toEqual([])
  const { ready, skipped } = await sources.eligible('search', { maxLatencyMs: 5000 })
  expect(ready.map(({ id }) => id)).toEqual(['own', 'free', 'keyed', 'said-yes', 'quick'])
  expect(skipped).toMatchInlineSnapshot(`
    [
      {
        "reason": "its key is missing: write it to .datacore/env/OTHER_KEY",
        "source": "unkeyed",
      },
      {
        "reason": "it is disabled in sources.yaml",
        "source": "off",
      },
      {
        "reason": "it must be opted in, because content is sent there: \`enabled: true\` in sources.yaml",
        "source": "asks-first",
      },
      {
        "reason": "it is too slow: it may take 5000 ms, and there are 5000 ms",
        "source": "slow",
      },
      {
        "reason": "its limit of 0 calls a day is reached",
        "source": "spent",
      },
    ]
  `)
})

test('asks again what failed for a moment, within its time', async () => {
  const { source, asked } = failing(overload, overload)
  expect(await ask(source)).toMatchObject([{ ok: true, documents: [] }])
  expect(asked()).toBe(3)
})

test('asks no more than three times, and not what another attempt will not help', async () => {
  const { source, asked } = failing(overload, overload, overload)
  expect(await ask(source)).toMatchObject([{ ok: false, code: 'SOURCE_FAILED' }])
  expect(asked()).toBe(3)
  const refused = failing(new SourceFailedError({ source: 'Tides', reason: 'no', status: 400, transient: false }))
  await ask(refused.source)
  expect(refused.asked()).toBe(1)
})

test('waits as long as a source wants if there is the time, else leaves it alone', async () => {
  const soon = failing(new SourceThrottledError({ source: 'Tides', status: 429, retryAfterMs: 50 }))
  const [answer] = await ask(soon.source)
  expect(answer).toMatchObject({ ok: true })
  expect(answer?.took_ms).toBeGreaterThanOrEqual(50)
  const late = failing(new SourceThrottledError({ source: 'Tides', status: 429, retryAfterMs: 60_000 }))
  const [first, second] = await ask(late.source, { times: 2 })
  expect(first).toMatchObject({ ok: false, code: 'SOURCE_THROTTLED' })
  expect(second).toMatchObject({
    ok: false,
    code: 'SOURCE_LIMIT_REACHED',
    reason: expect.stringMatching(/left alone for \d+ s/),
  })
  expect(late.asked()).toBe(1)
})

test('a source that hangs costs its own time only, and is told to stop', async () => {
  let stopped = false
  const source: Source = {
    search: async (_, options) => {
      options.signal.addEventListener('abort', () => (stopped = true))
      return await new Promise(() => undefined)
    },
  }
  const [answer] = await ask(source, { lines: ['timeout_ms: 200'] })
  expect(answer).toMatchObject({ ok: false, code: 'SOURCE_TIMEOUT', reason: 'tides gave no answer within 200 ms.' })
  expect(answer?.took_ms).toBeLessThan(1500)
  expect(stopped).toBe(true)
})

test('a source that keeps failing is left alone', async () => {
  const { source, asked } = failing(...Array.from({ length: 30 }, () => overload))
  const answers = await ask(source, { times: 4 })
  expect(answers.map((answer) => (answer.ok ? '' : answer.code))).toEqual([
    'SOURCE_FAILED',
    'SOURCE_FAILED',
    'SOURCE_FAILED',
    'SOURCE_LIMIT_REACHED',
  ])
  expect(asked()).toBe(9)
})

test('code that throws anything, answers nonsense or is not there is told with a code', async () => {
  expect(await ask({ search: () => Promise.reject(new TypeError('x is undefined')) })).toMatchObject([
    { ok: false, code: 'SOURCE_CODE_FAILED' },
  ])
  expect(await ask({ search: () => Promise.resolve(undefined as never) })).toMatchObject([
    { ok: false, code: 'SOURCE_CODE_FAILED' },
  ])
  expect(await ask({})).toMatchObject([{ ok: false, code: 'SOURCE_MISCONFIGURED' }])
  const paths = await sourcesSpace('sources:\n  x: { type: mcp, tool: t, layers: [search], content_type: documents }\n')
  const sources = await openTestSources(paths, {})
  const [x] = sources.all
  expect(x === undefined ? undefined : await sources.ask(x, 'q', { signal })).toMatchObject({
    ok: false,
    code: 'SOURCE_MISCONFIGURED',
    reason: "The source x can't be asked: its entry lacks `mcp`, how its server is started.",
  })
})

test('an abort is thrown, before and amid', async () => {
  await expect(ask(fixedSource(['a']), { signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow('stop')
  const controller = new AbortController()
  const asking = ask({ search: async () => await new Promise(() => undefined) }, { signal: controller.signal })
  setTimeout(() => controller.abort(new Error('enough')), 50)
  await expect(asking).rejects.toThrow('enough')
})

test('money is reserved before the call, settled after it, and a call that does not fit is not made', async () => {
  const budget = new Budget({ usd: 0.05, calls: 10, minutes: 1 })
  const { source, asked } = failing()
  const answers = await ask(source, { budget, times: 3, lines: ['cost_per_call: 0.03'] })
  expect(answers).toMatchObject([
    { ok: true, cost_usd: 0.02 },
    { ok: true, cost_usd: 0.02 },
    { ok: false, code: 'SOURCE_BUDGET_REACHED', cost_usd: 0 },
  ])
  expect(budget.spent).toMatchObject({ usd: 0.04, calls: 2 })
  expect(asked()).toBe(2)
})

test('a call without an answer in time counts as paid, a refused one does not', async () => {
  const budget = new Budget({ usd: 1, calls: 10, minutes: 1 })
  const lines = ['cost_per_call: 0.03', 'timeout_ms: 100']
  await ask({ search: async () => await new Promise(() => undefined) }, { budget, lines })
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

test('an answer that cannot be used counts as paid, and is not asked for again', async () => {
  const budget = new Budget({ usd: 1, calls: 9, minutes: 9 })
  const invalid = new SourceAnswerInvalidError({ source: 'Tides', reason: 'choices: required' })
  const { source, asked } = failing(invalid)
  const [answer] = await ask(source, { budget, lines: ['cost_per_call: 0.1'] })
  expect(answer).toMatchObject({ ok: false, code: 'SOURCE_ANSWER_INVALID', cost_usd: 0.1 })
  expect(budget.spent).toMatchObject({ usd: 0.1, calls: 1 })
  expect(asked()).toBe(1)
})

test('what a source must not give is left out', async () => {
  const same = { id: 'same', title: 'Again', url: 'https://t.example/' }
  const source: Source = {
    search: () =>
      Promise.resolve({
        documents: [
          { id: 'a', title: 'Two\nlines \u202Eand\u200B more', url: 'https://t.example/a', snippet: 'x\u{E0041}y' },
          { id: 'b', title: 'Metadata', url: 'http://169.254.169.254/latest' },
          { id: 'c', title: 'Localhost', url: 'http://127.1:8080/' },
          { id: 'd', title: 'File', url: 'file:///etc/passwd' },
          { id: 'e', title: 'Login', url: 'https://user:pw@t.example/' },
          { id: 'f', title: ' \n ' },
          { id: 'g', title: 'Other port', url: 'https://t.example:8443/' },
          ...Array.from({ length: 1000 }, () => same),
          { id: 'z', title: 'T'.repeat(5000), text: 'word '.repeat(2_000_000) },
        ],
        answer: '  ',
        cost_usd: Number.NaN,
      }),
  }
  const [answer] = await ask(source, { limit: 10 })
  expect(answer).toMatchObject({ ok: true, dropped: 1004, cost_usd: 0 })
  if (answer?.ok !== true) throw new Error('No answer.')
  expect(answer.documents.map(({ id, title }) => [id, title.slice(0, 20)])).toEqual([
    ['a', 'Two lines and more'],
    ['g', 'Other port'],
    ['same', 'Again'],
    ['z', 'T'.repeat(20)],
  ])
  expect(answer.documents[0]?.snippet).toBe('xy')
  expect(answer.documents.at(-1)?.title).toHaveLength(300)
  expect(answer.documents.at(-1)?.text?.length).toBeLessThanOrEqual(5_000_000)
})

test('ends every source that was started, also if one fails to end', async () => {
  const ended: string[] = []
  const closable = (name: string, fails: boolean): Source & AsyncDisposable => ({
    ...fixedSource(['a']),
    [Symbol.asyncDispose]: () => {
      ended.push(name)
      return fails ? Promise.reject(new Error('no')) : Promise.resolve()
    },
  })
  const paths = await sourcesSpace(`sources:\n${entry('a')}${entry('b')}${entry('c')}`)
  const modules = {
    'source-a': closable('a', true),
    'source-b': closable('b', false),
    'source-c': closable('c', false),
  }
  const sources = await openTestSources(paths, modules)
  for (const source of sources.all.slice(0, 2)) await sources.ask(source, 'x', { signal })
  await sources[Symbol.asyncDispose]()
  expect(ended).toEqual(['a', 'b'])
})

test('one that never starts keeps nobody waiting', async () => {
  const paths = await sourcesSpace(`sources:\n${entry('tides', ['timeout_ms: 100'])}`)
  const loadSource = async (): Promise<Source> => await new Promise(() => undefined)
  const sources = await openTestSources(paths, {}, { loadSource })
  const [source] = sources.all
  if (source === undefined) throw new Error('No source.')
  expect(await sources.ask(source, 'x', { signal })).toMatchObject({ ok: false, code: 'SOURCE_TIMEOUT' })
  const startedAt = performance.now()
  await sources[Symbol.asyncDispose]()
  expect(performance.now() - startedAt).toBeLessThan(1000)
})

test('where nothing can be counted, only what costs nothing and has no limit is asked', async () => {
  const paths = await sourcesSpace(`sources:\n${entry('tides')}${entry('limited', ['per_day: 9'])}${entry('gone')}`)
  const modules = { 'source-tides': fixedSource(['a']), 'source-limited': fixedSource(['a']) }
  const sources = await openTestSources(paths, modules)
  await mkdir(`${paths.stateDirectory}/sources.json`, { recursive: true })
  const answers = await Promise.all(sources.all.map(async (source) => await sources.ask(source, 'x', { signal })))
  expect(answers).toMatchObject([
    { ok: true },
    { ok: false, code: 'PLATFORM_FILE_UNWRITABLE' },
    { ok: false, code: 'SOURCE_CODE_FAILED', reason: 'The code of the source gone failed: no module source-gone.' },
  ])
})
