import { expect, test } from 'vitest'
import { withoutUndefined } from './without-undefined.ts'

test('fields without a value go, those with null stay', () => {
  expect(Object.entries(withoutUndefined({ a: 1, b: undefined, c: null }))).toEqual([
    ['a', 1],
    ['c', null],
  ])
})
