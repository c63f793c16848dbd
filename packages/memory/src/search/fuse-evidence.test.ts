import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { calibrateScore } from './ranked-hits.ts'
import { contentWords } from './content-words.ts'
import { fuseEvidence } from './fuse-evidence.ts'
import { spreadToNeighbours, rowPlace } from './spread-to-neighbours.ts'
import { sampleOf } from './baseline-cosine.ts'

const ordinary = { mean: 0.1, deviation: 0.1 }

test('meaning counts by how far the best stands out, words as a share of the most there can be', () => {
  const vector = [
    { id: 'a', score: 0.7 },
    { id: 'b', score: 0.4 },
    { id: 'c', score: 0.05 },
  ]
  const rows = Math.E ** 2 - 1
  const scores = fuseEvidence({ vector, text: [{ id: 'b', score: 4.4 }], ordinary, words: 2, rows })
  expect(scores.get('a')).toBeCloseTo(6)
  expect(scores.get('b')).toBeCloseTo(3 + (16 * 4.4) / (2.2 * 2 * 2))
  expect(scores.has('c')).toBe(false)
  // The same cosines among alike texts say half as much.
  const alike = fuseEvidence({ vector, text: [], ordinary: { mean: 0.1, deviation: 0.2 }, words: 2, rows })
  expect(alike.get('a')).toBeCloseTo(1.5)
})

test('one leg alone, or none, is no error', () => {
  expect(fuseEvidence({ vector: [], text: [], ordinary, words: 0, rows: 0 }).size).toBe(0)
  expect([...fuseEvidence({ vector: [], text: [{ id: 'a', score: 1 }], ordinary, words: 1, rows: 9 }).keys()]).toEqual([
    'a',
  ])
})

test('a calibrated score is between 0 and 1 and grows with the raw one', () => {
  expect([calibrateScore(0), calibrateScore(4), calibrateScore(8)]).toEqual([0, 0.5, 0.75])
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 40, noNaN: true }),
      fc.double({ min: 0.01, max: 5, noNaN: true }),
      (raw, more) => {
        expect(calibrateScore(raw + more)).toBeGreaterThan(calibrateScore(raw))
        expect(calibrateScore(raw + more)).toBeLessThan(1)
      },
    ),
  )
})

test('rows of one note lend each other score, rows of two notes and memories do not', () => {
  const scores = new Map([
    ['a.md#0', 10],
    ['a.md#1', 1],
    ['b.md#2', 5],
    ['memory:x', 3],
  ])
  const lent = spreadToNeighbours(scores, rowPlace, {
    idAt: ({ note, position }) => (position < 0 || position > 2 ? undefined : `${note}#${position}`),
  })
  expect(Object.fromEntries([...lent].map(([id, score]) => [id, Number(score.toFixed(2))]))).toEqual({
    'a.md#0': 10.4,
    'a.md#1': 5,
    'a.md#2': 2,
    'b.md#0': 0.8,
    'b.md#1': 2,
    'b.md#2': 5,
    'memory:x': 3,
  })
})

test('words that carry a meaning, each once, in any script', () => {
  expect(contentWords('When did we learn about the tides, tides?')).toEqual(['learn', 'tides'])
  expect(contentWords('What is it?')).toEqual(['what', 'is', 'it'])
  expect(contentWords('Прилив 潮汐 ?!')).toEqual(['прилив', '潮汐'])
  expect(contentWords('\u{d800} …')).toEqual([])
  expect(contentWords(Array.from({ length: 999 }, (_, n) => `w${n}`).join(' '))).toHaveLength(256)
})

test('few vectors say nothing about what is ordinary, and copies of one text never divide by zero', () => {
  const unit = Float32Array.of(1, 0)
  const sample = (length: number, vector: (n: number) => Float32Array = () => unit) =>
    sampleOf(Array.from({ length }, (_, n) => ({ note: `${n}.md`, vector: vector(n) }))).ordinary(unit)
  expect(sample(15)).toEqual({ mean: 0.1, deviation: 0.1 })
  expect(sample(16)).toEqual({ mean: 1, deviation: 0.02 })
  expect(sample(20, (n) => (n % 2 === 0 ? unit : Float32Array.of(0, 1)))).toEqual({ mean: 0.5, deviation: 0.5 })
})

test('a long note weighs as much as a few rows, and alone as much as all of them', () => {
  const [unit, across] = [Float32Array.of(1, 0), Float32Array.of(0, 1)]
  const long = Array.from({ length: 240 }, () => ({ note: 'long.md', vector: across }))
  const short = Array.from({ length: 16 }, (_, n) => ({ note: `${n}.md`, vector: unit }))
  expect(sampleOf([...long, ...short]).ordinary(unit).mean).toBeCloseTo(16 / 20)
  expect(sampleOf([...long, ...short.slice(0, 4)]).ordinary(unit).mean).toBeCloseTo(4 / 16)
  const alone = long.map((row, n) => ({ ...row, vector: n % 2 === 0 ? unit : across }))
  expect(sampleOf(alone).ordinary(unit).mean).toBeCloseTo(0.5)
})
