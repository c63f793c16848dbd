import { expect, test } from 'vitest'
import { findQuantities } from './find-quantities.ts'

test.each<readonly [string, readonly (readonly [number, string?])[]]>([
  ['It grew by 1.5 million tonnes.', [[1_500_000, 't']]],
  [
    '25%, 25 percent and 25 Prozent',
    [
      [25, '%'],
      [25, '%'],
      [25, '%'],
    ],
  ],
  [
    '$3.5bn and 3,500 dollars',
    [
      [3_500_000_000, 'USD'],
      [3500, 'USD'],
    ],
  ],
  [
    '1.234.567 Euro, 1,5 Mrd. Euro',
    [
      [1_234_567, 'EUR'],
      [1_500_000_000, 'EUR'],
    ],
  ],
  [
    '1,234.5 km and -4 °C',
    [
      [1234.5, 'km'],
      [-4, '°C'],
    ],
  ],
  ['in 2024 it took 10 years', [[2024], [10, 'a']]],
  [
    'in the 1930s and the 1950’s, die 1960er Jahre',
    [
      [1930, 'decade'],
      [1950, 'decade'],
      [1960, 'decade'],
    ],
  ],
  [
    'Der Turm ist 1.200 Meter hoch und wiegt 1,250 Tonnen.',
    [
      [1200, 'm'],
      [1.25, 't'],
    ],
  ],
  [
    'The wheel weighs 1.250 kg and costs 1,200 dollars.',
    [
      [1.25, 'kg'],
      [1200, 'USD'],
    ],
  ],
  ['1.200 m', []],
  [
    '0.125 mg, 0,125 mg',
    [
      [0.125, 'mg'],
      [0.125, 'mg'],
    ],
  ],
  ['version 1.2.3, at 12:30, A4, 2024-05-06, x86', []],
])('finds the numbers of %j', (text, expected) => {
  const found = findQuantities(text)
  expect(found.map(({ value, unit }) => (unit === undefined ? [value] : [value, unit]))).toEqual(expected)
  for (const { text: words, start, end } of found) expect(text.slice(start, end)).toBe(words)
})
