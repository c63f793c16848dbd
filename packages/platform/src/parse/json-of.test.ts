import { expect, test } from 'vitest'
import { z } from 'zod'
import { decodedUri } from './decoded-uri.ts'
import { jsonOf, parseJsonLine } from './json-of.ts'

test('what is no JSON has no value', () => {
  expect(['{"a":1}', 'null', '', '{"a":', 'undefined'].map(jsonOf)).toEqual([
    { a: 1 },
    null,
    undefined,
    undefined,
    undefined,
  ])
})

test('a line that is none says what is wrong with it', () => {
  const schema = z.object({ id: z.string() })
  expect(parseJsonLine('{"id":"a"}', schema)).toEqual({ id: 'a' })
  expect(['', ' ', '{"id"', '[]', '{"id":1}'].map((line) => parseJsonLine(line, schema))).toMatchInlineSnapshot(`
    [
      "it is empty",
      "it is empty",
      "it is no JSON",
      "expected object, received array",
      "id: expected string, received number",
    ]
  `)
})

test('what is wrongly escaped can not be decoded', () => {
  expect(['a%20b', '100%', '%ff'].map(decodedUri)).toEqual(['a b', undefined, undefined])
})
