import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseJson } from './parse-json.ts'

const schema = z.object({ id: z.string(), count: z.number() })

test('gives the checked value', () => {
  expect(parseJson('{"id":"a","count":1,"more":true}', schema, { origin: 'a.json' })).toEqual({ id: 'a', count: 1 })
})

test('names every issue at once', () => {
  expect(() => parseJson('{"id":1}', schema, { origin: 'a.json' })).toThrowErrorMatchingInlineSnapshot(
    `[CodedError: a.json is not the JSON that was expected: id: expected string, received number; count: it is missing.]`,
  )
})

test('text that is no JSON keeps the cause', () => {
  const parse = (): unknown => parseJson('{"id":', schema, { origin: 'a.json' })
  expect(parse).toThrow(expect.objectContaining({ code: 'PLATFORM_JSON_INVALID', cause: expect.any(SyntaxError) }))
})

test('a key named __proto__ changes no prototype', () => {
  const parsed = parseJson('{"__proto__":{"polluted":1}}', z.looseObject({}), { origin: 'a.json' })
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  expect('polluted' in parsed).toBe(false)
})
