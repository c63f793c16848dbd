import { expect, test } from 'vitest'
import { signal } from '../__fixtures__/knowledge-space.ts'
import { relevanceFor } from './assess-relevance.ts'

const areas = {
  'health-longevity': 'sleep, exercise and nutrition for a long life',
  trading: 'markets, options and risk',
}

test('by words: what shares words with an area matters to it', async () => {
  const relevance = relevanceFor(areas)
  const scores = await relevance('Sleep and nutrition keep people in health for a long life.', { signal })
  expect(scores['health-longevity']).toBe(1)
  expect(scores['trading']).toBe(0)
  expect(await relevanceFor({})('text', { signal })).toEqual({})
})

test('by meaning: areas are embedded once, also after a failure', async () => {
  const asked: (readonly string[])[] = []
  let fails = true
  const relevance = relevanceFor(areas, (texts) => {
    asked.push(texts)
    if (fails) return Promise.reject(new Error('not yet'))
    return Promise.resolve(texts.map((text) => Float32Array.from(/sleep/.test(text) ? [1, 0] : [0, 1])))
  })
  await expect(relevance('sleep', { signal })).rejects.toThrow('not yet')
  fails = false
  asked.length = 0
  expect(await relevance('sleep', { signal })).toEqual({ 'health-longevity': 1, trading: 0 })
  expect(await relevance('bonds', { signal })).toEqual({ 'health-longevity': 0, trading: 1 })
  expect(asked.map(({ length }) => length)).toEqual([2, 1, 1])
})
