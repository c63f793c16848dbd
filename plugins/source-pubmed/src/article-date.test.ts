import { expect, test } from 'vitest'
import { articleDate } from './article-date.ts'

test.each([
  [{ Year: '2021', Month: 'Jan', Day: '5' }, '2021-01-05'],
  [{ Year: '2021', Month: '03', Day: '14' }, '2021-03-14'],
  [{ Year: '2021', Month: 'Dec' }, '2021-12'],
  [{ Year: '2021' }, '2021'],
  [{ Year: '2021', Month: 'Spring' }, '2021'],
  [{ Year: '2021', Month: 'Feb', Day: '31' }, '2021'],
  [{ Year: '2021', Day: '5' }, '2021'],
  [{ MedlineDate: '1998 Dec-1999 Jan' }, '1998'],
  [{ MedlineDate: 'Spring' }, undefined],
  [{}, undefined],
  [undefined, undefined],
])('%j is %s', (date, expected) => {
  expect(articleDate(date)).toBe(expected)
})
