import { expect, test } from 'vitest'
import { dataTables } from './data-tables.ts'

const table = (rows: readonly Record<string, string | number | null>[]) =>
  dataTables([{ id: 'd1', title: 'Output', data: rows }])[0]?.rows

test('years are not grouped, other numbers are', () => {
  expect(
    table([
      { year: 2023, 'Build date': 1984, gwh: 1540.25, cost: 12_345_678 },
      { year: 2024, 'Build date': 1991, gwh: 0.123456, cost: 2000 },
    ]),
  ).toEqual([
    ['2023', '1984', '1,540', '12,345,678'],
    ['2024', '1991', '0.1235', '2,000'],
  ])
  expect(table([{ t: 2021 }, { t: 2022 }, { t: 2023 }])).toEqual([['2021'], ['2022'], ['2023']])
  expect(table([{ homes: 2021 }, { homes: 1950 }])).toEqual([['2,021'], ['1,950']])
  expect(table([{ year: 2021 }, { year: null }])).toEqual([['2021'], ['']])
  expect(table([{ years: 12_000 }])).toEqual([['12,000']])
})

test('a cell is no text of any length', () => {
  expect(table([{ note: 'x'.repeat(5000) }])?.[0]?.[0]).toBe(`${'x'.repeat(300)}…`)
})

test('a column that a row lacks is empty, whatever its name', () => {
  expect(table([{ constructor: 'Lotus' }, { driver: 'Clark' }])).toEqual([
    ['Lotus', ''],
    ['', 'Clark'],
  ])
})
