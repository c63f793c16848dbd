import { expect, test } from 'vitest'
import { type Known, findSame, KnownIdeas } from './is-novel.ts'

const idea = 'Spring tides occur when the Sun and the Moon pull the sea along one line.'

test.each([
  'Spring tides occur when Sun and Moon pull the sea along one line.',
  'When the Moon and the Sun pull the sea along one line, spring tides occur.',
  'Tides. Some words before. Spring tides occur, as sailors know, when the Sun and the Moon pull the sea along one line. More words.',
  'Spring tide: Sun and Moon pulling the sea along one line',
])('%j is the same', (text) => {
  expect(findSame({ text: idea }, [{ text }])).toEqual({ text })
  const known = new KnownIdeas()
  for (const each of ['Nothing of it.', text]) known.add({ text: each })
  expect(known.find({ text: idea })).toEqual({ text })
})

test.each([
  'Neap tides occur when the Sun and the Moon pull the sea at a right angle.',
  'Spring tides flood the lower harbour twice a month.',
  'The Moon moves around the Earth along an ellipse.',
  'Spring',
  '',
])('%j is something else', (text) => {
  expect(findSame({ text: idea }, [{ text }])).toBeUndefined()
  const known = new KnownIdeas()
  known.add({ text })
  expect(known.find({ text: idea })).toBeUndefined()
})

test('another number is another statement', () => {
  const text = 'Harbour walls stand 2 metres above the highest spring tide.'
  expect(findSame({ text }, [{ text: text.replace('2', '3') }])).toBeUndefined()
  expect(findSame({ text }, [{ text }])).toBeDefined()
})

test('meaning decides too, where it is known', () => {
  const same = { text: 'Syzygy makes the highest water.', vector: Float32Array.of(0.9, Math.sqrt(1 - 0.81)) }
  expect(findSame({ text: idea, vector: Float32Array.of(1, 0) }, [same])).toBe(same)
  const known = new KnownIdeas<Known>()
  known.add(same)
  expect(known.find({ text: idea, vector: Float32Array.of(1, 0) })).toBe(same)
  expect(known.find({ text: idea, vector: Float32Array.of(0, 1) })).toBeUndefined()
  expect(findSame({ text: idea, vector: Float32Array.of(0, 1) }, [same])).toBeUndefined()
})
