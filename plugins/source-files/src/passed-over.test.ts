import { expect, test } from 'vitest'
import { countPassedOver, countTexts, passedOverWords } from './passed-over.ts'

test.each([
  [[], ''],
  [['b.pdf', 'a/c.HTML', 'd.html'], '2 .html, 1 .pdf'],
  [['a/.hidden', 'Makefile', 'x.\u001B[31m'], '2 without a usual ending'],
  [['a.a', 'a.b', 'a.c', 'a.d', 'a.e', 'a.f', 'a.g', 'a.h'], '1 .a, 1 .b, 1 .c, 1 .d, 1 .e, 1 .f, 2 of other endings'],
])('%j: %s', (paths, words) => {
  expect(passedOverWords(countPassedOver(paths))).toBe(words)
})

test('pictures are no texts', () => {
  expect(countTexts(countPassedOver(['a.png', 'b.MP3']))).toBe(0)
  expect(countTexts(countPassedOver(['a.png', 'b.html']))).toBe(1)
})
