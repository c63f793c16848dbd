import { once } from 'node:events'
import type { Source } from '@datacortex/plugin'
import { fixedSource, hangingSource, standingClock } from '@datacortex/sources/fixtures'
import { expect, test, vi } from 'vitest'
import { note, search } from './__fixtures__/tide-search.ts'
import type { SearchAnswer, SearchPorts } from './search-types.ts'

const never = async (): Promise<never> => await new Promise(() => undefined)

test.each([
  ['1 s', { timeoutMs: 1000 }, 700],
  ['5 s, if nothing else is said', {}, 4700],
])('all sources hang: local results come within %s', async (_, options, tookMs) => {
  standingClock()
  const names = Array.from({ length: 6 }, (_one, index) => `source-h${index}`)
  const { source, asked } = hangingSource(6)
  const answered = vi.fn<(answer: SearchAnswer) => SearchAnswer>((answer) => answer)
  const searching = search(Object.fromEntries(names.map((name) => [name, source])), {}, options).then(answered)
  await asked
  await vi.advanceTimersByTimeAsync(tookMs - 1)
  expect(answered).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  const answer = await searching
  expect(answer.took_ms).toBe(tookMs)
  expect(answer.results.map(({ origin }) => origin)).toEqual(['local'])
  expect(answer.skipped.map(({ source }) => source)).toEqual(['h0', 'h1', 'h2', 'h3', 'h4', 'h5'])
})

test('the hooks hang, and so does the model: own notes are found by words', async () => {
  standingClock()
  const [hook, wiki] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { search: find } = fixedSource(['Tidal range'])
  const source: Source = {
    search: (...asked) => {
      wiki.resolve()
      return find?.(...asked) ?? Promise.resolve({ documents: [] })
    },
  }
  const emit = async (): Promise<never> => {
    hook.resolve()
    return await never()
  }
  const local: SearchPorts['local'] = async (_query, { meaningUntil }) => {
    await once(meaningUntil, 'abort')
    return { hits: [note], remarks: ['Only words were searched'] }
  }
  const searching = search({ 'source-wiki': source }, { local, hooks: { emit } }, { timeoutMs: 2000 })
  await hook.promise
  await vi.advanceTimersByTimeAsync(400)
  await wiki.promise
  await vi.advanceTimersByTimeAsync(1600)
  const answer = await searching
  expect(answer).toMatchObject({ skipped: [], remarks: ['Only words were searched'] })
  expect(answer.results.map(({ origin }) => origin)).toEqual(['local', 'wiki'])
  expect(answer.took_ms).toBe(2000)
})

test('so does the writer', async () => {
  standingClock()
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  const generate = async (): Promise<never> => {
    resolve()
    return await never()
  }
  const snippet = 'The tidal range differs between coasts and is largest in narrow bays near the ocean.'
  const source: Source = {
    search: () => Promise.resolve({ documents: [{ id: 'x', title: 'Range', url: 'https://t.example/x', snippet }] }),
  }
  const sources = { 'source-wiki': source }
  const searching = search(sources, { writer: { generate } }, { timeoutMs: 2000 })
  await asked
  await vi.advanceTimersByTimeAsync(2000)
  expect(await searching).toMatchObject({
    took_ms: 1850,
    skipped: [{ source: 'writer', reason: 'it gave no answer in time' }],
  })
})

test('an abort is thrown at once', async () => {
  standingClock()
  const controller = new AbortController()
  const { source, asked } = hangingSource()
  const searching = search({ 'source-wiki': source }, {}, { signal: controller.signal })
  await asked
  controller.abort(new Error('enough'))
  await expect(searching).rejects.toThrow('enough')
  await expect(search({}, {}, { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before')
})
