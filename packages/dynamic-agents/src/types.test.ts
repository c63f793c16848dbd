import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, onTestFinished, test, vi } from 'vitest'
import { madeSpace } from './__fixtures__/made-space.ts'
import { jsonInAnswer, typeProblem } from './types.ts'

const coded = (code: string): unknown => expect.objectContaining({ code })

const deep = Array.from({ length: 40 }).reduce<Readonly<Record<string, unknown>>>(
  (inner) => ({ type: 'array', items: inner }),
  { type: 'string' },
)

test.each([
  ['no type', { type: 'strin' }],
  ['an unknown word', { type: 'string', colour: 'blue' }],
  ['a reference elsewhere', { $ref: 'https://example.org/schema.json' }],
  ['one that leads nowhere', { $ref: '#/$defs/none' }],
  ['another draft', { $schema: 'http://json-schema.org/draft-07/schema#', type: 'string' }],
  ['too deep', deep],
  ['too deep to be written', JSON.parse(`${'{"not":'.repeat(20_000)}{}${'}'.repeat(20_000)}`)],
  ['too long', { type: 'string', description: 'x'.repeat(70_000) }],
  ['a pattern that no linear engine has', { type: 'string', pattern: '(?=x)y' }],
  ['a pattern that grows', { type: 'string', pattern: '(((a{1,100}){1,100}){1,100})' }],
])('a schema is refused: %s', async (_why, input) => {
  const { create } = await madeSpace()
  await expect(create('solver', { tasks: { solve: { input } } })).rejects.toThrow(coded('DYNAMIC_TYPE_INVALID'))
})

test('values are compared with their types, and what is wrong has a place', () => {
  const of = (schema: object, value: unknown) => typeProblem(value, { schema: schema as never, name: 'solve.input' })
  const schema = {
    type: 'object',
    properties: { a: { type: 'array', items: { type: 'number' } } },
    additionalProperties: false,
  }
  expect(of(schema, { a: [1] })).toBeUndefined()
  expect(of(schema, { a: [1, 'x'] })).toEqual({ path: '/a/1', reason: 'must be number' })
  expect(of(schema, { b: 1 })).toEqual({ path: '/', reason: 'must NOT have additional properties ("b")' })
  // Linear, however the pattern is made; and case counts.
  expect(of({ type: 'string', pattern: '^(a+)+$' }, `${'a'.repeat(100_000)}!`)).toMatchObject({ path: '/' })
  expect(of({ type: 'string', pattern: '^a$' }, 'A')).toMatchObject({ path: '/' })
  const two = {
    type: 'object',
    properties: { a: { type: 'string', pattern: '^a$' }, b: { type: 'string', pattern: '^b$' } },
  }
  const tree = { type: 'object', properties: { next: { $ref: '#' }, a: { type: 'number' } } }
  expect(of(tree, { next: { next: { a: 'x' } } })).toEqual({ path: '/next/next/a', reason: 'must be number' })
  expect(of(two, { a: 'a', b: 'b' })).toBeUndefined()
  expect(of({ allOf: [{ $ref: '#' }] }, 1)).toMatchObject({ path: '/', reason: expect.stringContaining('compared') })
  const nested = Array.from({ length: 100 }).reduce<unknown>((inner) => [inner], 1)
  expect(of({}, nested)).toMatchObject({ reason: 'it is nested deeper than 64 levels' })
})

test('a schema is compiled once, in whatever order its keys stand', () => {
  const compile = vi.spyOn(Ajv2020.prototype, 'compile')
  onTestFinished(() => {
    compile.mockRestore()
  })
  const of = (schema: Readonly<Record<string, unknown>>) => typeProblem('a', { schema, name: 'once.input' })
  expect(of({ type: 'string', title: 'Once' })).toBeUndefined()
  for (const _ of [1, 2]) of({ title: 'Once', type: 'string' })
  expect(compile).toHaveBeenCalledTimes(1)
  expect(of({ type: 'number', title: 'Once' })).toMatchObject({ path: '/' })
  expect(compile).toHaveBeenCalledTimes(2)
})

test.each([
  ['{"value": 7}', { value: 7 }],
  ['Sure:\n```json\n{"value": 7}\n```\nDone.', { value: 7 }],
  ['It is {"value": [7]}, I think.', { value: [7] }],
  ['Sure: ```\n{"value": 7}\n\n  ``` as in [1].', { value: 7 }],
  ['7', 7],
  ['seven', undefined],
])('the JSON in %j', (text, value) => {
  expect(jsonInAnswer(text)).toEqual(value)
})
