import { mkdir } from 'node:fs/promises'
import { type Source, pluginError } from '@datacortex/plugin'
import { expect, test } from 'vitest'
import { entry, fixedSource, openTestSources, sourcesSpace } from './__fixtures__/sources-space.ts'
import { ask, failing, overload } from './__fixtures__/asked-source.ts'
import { Budget } from './budget.ts'

const { signal } = new AbortController()

test('which sources are asked for a layer, and why others are not', async () => {
  const yaml = `sources:
  own: { type: internal, tool: notes, layers: [search], content_type: documents, always_available: true }
${entry('free')}${entry('keyed', ['api_key: TIDES_KEY'])}${entry('unkeyed', ['api_key: OTHER_KEY'])}
${entry('off', ['enabled: false'])}${entry('asks-first', ['opt_in: true'])}${entry('said-yes', ['opt_in: true', 'enabled: true'])}
${entry('slow', ['max_latency_ms: 5000'])}${entry('quick', ['max_latency_ms: 4999'])}${entry('spent', ['per_day: 0'])}
${entry('web')}${entry('web-yes', ['enabled: true'])}
${entry('elsewhere').replace('[search, research]', '[gather]')}`
  const secret = (name: string): Promise<string | undefined> => Promise.resolve(name === 'TIDES_KEY' ? 'x' : undefined)
  const sources = await openTestSources(
    await sourcesSpace(yaml),
    { 'source-spent': fixedSource(['a']) },
    { secret, disabled: new Set(['web', 'web-yes']) },
  )
  expect(sources.findings).toEqual([])
  const { ready, skipped } = await sources.eligible('search', { maxLatencyMs: 5000 })
  expect(ready.map(({ id }) => id)).toEqual(['own', 'free', 'keyed', 'said-yes', 'quick', 'web-yes'])
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
      {
        "reason": "network.web_sources disables it in settings.yaml",
        "source": "web",
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
  const refused = failing(
    pluginError('SOURCE_FAILED', { source: 'Tides', reason: 'no', status: 400, transient: false }),
  )
  await ask(refused.source)
  expect(refused.asked()).toBe(1)
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

test('an entry that can not work takes no part, and one that is declared wrongly is named among the skipped', async () => {
  const fields = 'layers: [search, research], content_type: documents }'
  const paths = await sourcesSpace(
    `sources:\n  server: { type: mcp, tool: t, ${fields}\n  api: { type: api, tool: t, ${fields}\n  odd: { type: web, tool: t, ${fields}\nbeside: { type: api, tool: t, ${fields}\n`,
  )
  const sources = await openTestSources(paths, {})
  const { ready, skipped } = await sources.eligible('research')
  expect(ready).toEqual([])
  expect(skipped).toEqual([
    { source: 'beside', reason: expect.stringContaining('its entry is wrong: it stands beside `sources`') },
    { source: 'odd', reason: expect.stringContaining('its entry is wrong: type') },
    { source: 'server', reason: 'its entry lacks `mcp`, how its server is started' },
    { source: 'api', reason: 'its entry lacks a `module`, or `request` and `response`' },
  ])
  const broken = await openTestSources(await sourcesSpace('sources: [1'), {})
  expect((await broken.eligible('search')).skipped).toMatchObject([{ source: 'sources.yaml' }])
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

test('an answer that cannot be used counts as paid, and is not asked for again', async () => {
  const budget = new Budget({ usd: 1, calls: 9, minutes: 9 })
  const invalid = pluginError('SOURCE_ANSWER_INVALID', { source: 'Tides', reason: 'choices: required' })
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
          { id: 'z', title: 'T'.repeat(5000), text: 'word '.repeat(1_000_100) },
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
