import type { HooksPort } from '@datacortex/knowledge-extractor'
import type { ReasoningPath } from '@datacortex/memory'
import type { Source } from '@datacortex/plugin'
import { fixedSource, hangingSource } from '@datacortex/sources/fixtures'
import { expect, test } from 'vitest'
import { note, search } from './__fixtures__/tide-search.ts'
import type { SearchPorts } from './search-types.ts'

const failing: Source = { search: () => Promise.reject(new TypeError('x is not a function')) }

test('notes lead, the web follows, each missing source is named with its reason', async () => {
  const answer = await search(
    {
      'source-wiki': fixedSource(['Tidal range', 'Neap tides']),
      'source-off': hangingSource().source,
      'source-broken': failing,
    },
    { lines: { off: ['enabled: false'] } },
  )
  expect(answer.results.map(({ id, origin, type }) => [id, origin, type])).toEqual([
    ['notes/tides.md#0', 'local', 'zettel'],
    ['wiki:d0', 'wiki', 'web'],
    ['wiki:d1', 'wiki', 'web'],
  ])
  expect(answer.skipped).toEqual([
    { source: 'off', reason: 'it is disabled in sources.yaml' },
    { source: 'broken', reason: 'The code of the source broken failed: x is not a function.' },
  ])
  expect(answer.remarks).toEqual(['all fresh'])
  expect(answer.answer).toMatch(/^You have notes on this \(1\):\n\n- The tidal range .* \(\[local\] Tides\)/)
  for (const ground of answer.grounds) expect(answer.answer).toContain(ground.text)
})

test.each([
  ['local', ['local']],
  ['web', ['wiki']],
  ['all', ['local', 'wiki']],
] as const)('only %s', async (sources, origins) => {
  const answer = await search({ 'source-wiki': fixedSource(['Tidal range']) }, {}, { sources })
  expect(answer.results.map(({ origin }) => origin)).toEqual(origins)
})

test('how the memory reached its notes is told if it says so', async () => {
  const paths: ReasoningPath = {
    hops: [{ hop: 0, query: 'tidal range', results: ['notes/tides.md'] }],
    final_context: ['notes/tides.md'],
  }
  const explained = await search({}, { local: () => Promise.resolve({ hits: [note], paths }) })
  expect(explained.paths).toEqual(paths)
  expect(await search({})).not.toHaveProperty('paths')
})

test('a memory that fails is named, and the web still answers', async () => {
  const answer = await search(
    { 'source-wiki': fixedSource(['Tidal range']) },
    { local: () => Promise.reject(new Error('no index')) },
  )
  expect(answer.skipped).toEqual([{ source: 'local', reason: 'no index' }])
  expect(answer.results).toHaveLength(1)
})

test('the same page from several sources is one result that names them all', async () => {
  const [a, b] = [fixedSource(['Tidal range', 'Moon']), fixedSource(['Sea', 'Tidal range'])]
  const modules = { 'source-a': a, 'source-b': b }
  const answer = await search(modules, {}, { sources: 'web' })
  const [first] = answer.results
  expect(first).toMatchObject({ title: 'Tidal range', origin: 'a', also: ['b'] })
  expect(answer.results).toHaveLength(3)
  const again = await search({ 'source-b': b, 'source-a': a }, {}, { sources: 'web' })
  expect(again.results).toEqual(answer.results)
})

test('authority and mention of the query decide between equal ranks', async () => {
  const modules = {
    'source-a': fixedSource(['Offer of the day'], { host: 'a.example' }),
    'source-b': fixedSource(['Tidal range'], { host: 'b.example' }),
  }
  const mentioned = await search(modules, {}, { sources: 'web' })
  expect(mentioned.results.map(({ origin }) => origin)).toEqual(['b', 'a'])
  const same = {
    'source-a': fixedSource(['Tidal range one'], { host: 'a.example' }),
    'source-b': fixedSource(['Tidal range two'], { host: 'b.example' }),
  }
  const trusted = await search(same, { lines: { b: ['authority: high'], a: ['authority: low'] } }, { sources: 'web' })
  expect(trusted.results.map(({ origin, authority }) => [origin, authority])).toEqual([
    ['b', 'high'],
    ['a', 'low'],
  ])
})

test('at most `top` results, with room for notes and the web', async () => {
  const hits = Array.from({ length: 9 }, (_, index) => ({ ...note, id: `n${index}`, score: 0.9 - index / 100 }))
  const titles = Array.from({ length: 9 }, (_, index) => `Tidal range ${String.fromCodePoint(65 + index).repeat(3)}`)
  const answer = await search(
    { 'source-wiki': fixedSource(titles) },
    { local: () => Promise.resolve({ hits }) },
    { top: 5 },
  )
  expect(answer.results.map(({ origin }) => origin)).toEqual(['local', 'local', 'local', 'wiki', 'wiki'])
})

test('what a note and the web say against each other is shown', async () => {
  const contrary = 'The tidal range of the Bay of Fundy reaches 12 metres at spring tide every month.'
  const source: Source = {
    search: () =>
      Promise.resolve({
        documents: [{ id: 'x', title: 'Bay of Fundy', url: 'https://t.example/x', snippet: contrary }],
      }),
  }
  const answer = await search({ 'source-wiki': source })
  expect(answer.contradictions).toEqual([
    {
      kind: 'number',
      local: { text: note.snippet, result: note.id, title: 'Tides', origin: 'local' },
      web: { text: contrary, result: 'wiki:x', title: 'Bay of Fundy', origin: 'wiki' },
    },
  ])
  expect(answer.answer).toContain('Your note “Tides” and wiki may contradict each other:')
})

test('hooks may change the query, hear of the results, and stop nothing', async () => {
  const reported: unknown[] = []
  const hooks: HooksPort = {
    emit: (point, payload) => {
      reported.push([point, payload])
      if (point === 'post_search') return Promise.reject(new Error('broken hook'))
      return Promise.resolve([
        { module: 'a', answer: { query: ' tidal range of Fundy ' } },
        { module: 'b', answer: { query: 7 } },
      ])
    },
  }
  const asked: string[] = []
  const source: Source = {
    search: (query) => {
      asked.push(query)
      return Promise.resolve({ documents: [] })
    },
  }
  const answer = await search({ 'source-wiki': source }, { hooks })
  expect(answer).toMatchObject({ query: 'tidal range', asked_query: 'tidal range of Fundy' })
  expect(asked).toEqual(['tidal range of Fundy'])
  expect(reported).toMatchObject([
    ['pre_search', { query: 'tidal range', layer: 'search' }],
    ['post_search', { query: 'tidal range', results: [{ id: note.id, title: 'Tides', origin: 'local' }], skipped: [] }],
  ])
})

test('a search that used up its time is reported to the hooks, too', async () => {
  const reported: string[] = []
  const over = Promise.withResolvers<void>()
  const hooks: HooksPort = {
    emit: (point, _payload, { signal }) => {
      signal?.throwIfAborted()
      signal?.addEventListener('abort', () => over.resolve())
      reported.push(point)
      return Promise.resolve([])
    },
  }
  const local = async () => {
    await over.promise
    return { hits: [note] }
  }
  await search({}, { hooks, local }, { timeoutMs: 20 })
  expect(reported).toEqual(['pre_search', 'post_search'])
})

test('a writer sees text of the web only, and says nothing that has no passage', async () => {
  const seen: string[] = []
  const sentences = [
    { text: 'The range is large, see https://evil.example/x [1](y).', passages: [1] },
    { text: 'Invented.', passages: [99] },
    { text: 'Also invented.', passages: [] },
  ]
  const writer: SearchPorts['writer'] = {
    generate: ({ instructions, material = '' }) => {
      seen.push(`${instructions}\n${material}`)
      return Promise.resolve({ text: '', json: { sentences }, model: 'small', cost_usd: 0.001 })
    },
  }
  const snippet = 'The tidal range differs between coasts and is largest in narrow bays near the ocean.'
  const source: Source = {
    search: () => Promise.resolve({ documents: [{ id: 'x', title: 'Range', url: 'https://t.example/x', snippet }] }),
  }
  const answer = await search({ 'source-wiki': source }, { writer })
  expect(answer.answer).toMatch(
    /^You have notes on this[^]*\n\nThe web adds:\n\n- The range is large, see 1\(y\)\. \(Range, wiki\)$/,
  )
  expect(answer).toMatchObject({ written_by: 'small', cost_usd: 0.001 })
  expect(seen.join()).not.toContain('Fundy')
  const broken = await search(
    { 'source-wiki': source },
    { writer: { generate: () => Promise.reject(new Error('no model')) } },
  )
  expect(broken.answer).toContain('You have notes on this')
  expect(broken.skipped).toEqual([{ source: 'writer', reason: 'no model' }])
})

test('notes that are only the nearest ones are among the results and answer nothing', async () => {
  const far = { ...note, score: 0.34 }
  const { answer, grounds, results } = await search(
    { 'source-wiki': fixedSource(['Tidal range']) },
    { local: () => Promise.resolve({ hits: [far] }) },
  )
  expect(results.map(({ title }) => title)).toContain('Tides')
  expect(grounds.map(({ origin }) => origin)).not.toContain('local')
  expect(answer ?? '').not.toContain('You have notes')
})

test.each([
  ['notes/tides.md', '- [ ] ', ['Tides']],
  ['notes/tides.md', '  * [x] ', ['Tides']],
  ['notes/tides.md', '> 1. [-] ', ['Tides']],
  ['org/inbox.org', '- [ ] ', ['Tides']],
  ['org/inbox.org', '* TODO ', ['Tides']],
  ['org/inbox.org', '** DONE [#A] ', ['Tides']],
  ['org/inbox.org', '* ', ['Tasks', 'Tides']],
  ['notes/tides.md', '- ', ['Tasks', 'Tides']],
  ['notes/tides.md', '- [1] ', ['Tasks', 'Tides']],
])('in %s, what is behind %j grounds an answer: %j', async (path, mark, titles) => {
  const task = 'Look for a second source: the tidal range of Saint-Malo reaches 12 metres at spring tide.'
  const hit = { ...note, id: `${path}#1`, path, title: 'Tasks', snippet: `Before it.\n${mark}${task}\nBehind it.` }
  const hits = [hit, note]
  const { grounds, answer } = await search({}, { local: () => Promise.resolve({ hits }) }, { sources: 'local' })
  expect(grounds.map(({ title }) => title).toSorted()).toEqual(titles)
  expect(answer).toContain(`You have notes on this (${titles.length})`)
})
