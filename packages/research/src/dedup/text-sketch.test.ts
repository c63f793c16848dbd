import { describe, expect, test } from 'vitest'
import { containment, shinglesOf } from './shingles.ts'
import { estimatedContainment, estimatedSimilarity, sketchKeys, sketchOf } from './text-sketch.ts'

const words = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, place) => `word${(from + place) * 7}`).join(' ')

describe('sketches', () => {
  test('estimate what exact sets say', () => {
    const [whole, part, foreign] = [words(0, 2000), words(500, 1100), words(3000, 4000)].map(shinglesOf)
    if (whole === undefined || part === undefined || foreign === undefined) throw new Error('three texts')
    expect(containment(whole, part)).toBe(1)
    expect(estimatedContainment(sketchOf(whole), sketchOf(part))).toBeGreaterThan(0.9)
    expect(estimatedSimilarity(sketchOf(whole), sketchOf(part))).toBeCloseTo(0.3, 0)
    expect(estimatedContainment(sketchOf(whole), sketchOf(foreign))).toBe(0)
    expect(containment(whole, foreign)).toBe(0)
  })

  test('share a key if the texts are much alike', () => {
    const keys = (text: string): readonly string[] => sketchKeys(sketchOf(shinglesOf(text)))
    const base = new Set(keys(words(0, 1000)))
    expect(keys(words(20, 1010)).some((key) => base.has(key))).toBe(true)
    expect(keys(words(5000, 6000)).some((key) => base.has(key))).toBe(false)
    expect(base.size).toBe(16)
  })

  test('know nothing of empty texts', () => {
    const empty = sketchOf(shinglesOf('too short'))
    expect(empty.size).toBe(0)
    expect(estimatedContainment(empty, sketchOf(shinglesOf(words(0, 100))))).toBe(0)
    expect(estimatedSimilarity(empty, empty)).toBe(0)
    expect(containment(new Set(), new Set([1]))).toBe(0)
  })

  test('leave out where links lead, and letters’ case', () => {
    expect([...shinglesOf('See [the long story](https://x.example/a-b-c) TODAY again')]).toEqual([
      ...shinglesOf('see the long story today again'),
    ])
  })
})
