import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchTitles, titleKey } from './match-titles.ts'

const match = (a: string, b: string): string => matchTitles(titleKey(a), titleKey(b))

describe('matchTitles', () => {
  test.each([
    ['The tides of the northern harbours', 'The Tides of the Northern Harbours.'],
    ['Measuring the heat of small engines', 'Measuring the heat of small engine'],
    ['Naïve façades of coastal villages', 'Naive facades of coastal villages'],
    ['Sleep and memory in older adults (conference abstract)', 'Sleep and memory in older adults'],
    ['Sleep and memory in older adults | The Rest Journal', 'Sleep and memory in older adults'],
    ['深層学習による画像認識の研究', '深層学習による画像認識の研究'],
  ])('%s = %s', (a, b) => {
    expect(match(a, b)).toBe('same')
  })

  test.each([
    ['A history of the harbour, Part 1', 'A history of the harbour, Part 2'],
    ['A history of the harbour (I)', 'A history of the harbour (II)'],
    ['Release notes of the river tools 2.0', 'Release notes of the river tools 2.1'],
    ['Release notes of the river tools 2.0.1', 'Release notes of the river tools 2.1.0'],
    ['Annual report of the harbour board 2021', 'Annual report of the harbour board 2022'],
    ['The tides of the northern harbours', 'A cookbook for cold evenings'],
    ['', ''],
    ['!!!', '???'],
  ])('%s ≠ %s', (a, b) => {
    expect(match(a, b)).toBe('different')
  })

  test.each(['Editorial', 'Letters to the editor', 'Weekly column'])('%s alone is not enough', (title) => {
    expect(match(title, title)).toBe('possible')
  })

  test('drops the name of the site after a dash only if it is known', () => {
    const plain = titleKey('Sleep and memory in older adults')
    expect(titleKey('Sleep and memory in older adults – Rest Daily', ['Rest Daily']).text).toBe(plain.text)
    expect(titleKey('Sleep – a memory', ['Other']).text).toBe('sleep a memory')
    expect(titleKey('Rest Daily', ['Rest Daily']).text).toBe('rest daily')
  })

  test('does not depend on the order of the two', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(match(a, b)).toBe(match(b, a))
      }),
      { seed: 6, numRuns: 200 },
    )
  })
})
