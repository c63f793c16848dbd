import { expect, test } from 'vitest'
import { z } from 'zod'
import { schemaIssues } from './schema-issues.ts'

function issuesOf(schema: z.ZodType, value: unknown): readonly string[] {
  const result = schema.safeParse(value)
  return result.success ? [] : schemaIssues(result.error)
}

test('one line for each issue, with its path', () => {
  const schema = z.strictObject({ a: z.object({ b: z.number() }), list: z.array(z.string()) })
  expect(issuesOf(schema, { a: { b: 'x' }, list: ['ok', 2], more: 1 })).toMatchInlineSnapshot(`
    [
      "a.b: expected number, received string",
      "list.1: expected string, received number",
      "Unrecognized key: "more"",
    ]
  `)
})

test('an issue of the whole value has no path', () => {
  expect(issuesOf(z.string(), 1)).toEqual(['expected string, received number'])
})

test('a union says what each alternative misses', () => {
  const schema = z.object({ skill: z.union([z.string(), z.object({ id: z.string() })]) })
  expect(issuesOf(schema, { skill: { id: 1 } })).toMatchInlineSnapshot(`
    [
      "skill: expected string, received object, or skill.id: expected string, received number",
    ]
  `)
})

test('a bad key of a record is named with its rule', () => {
  const schema = z.record(z.string().regex(/^[a-z]+$/, 'must be lower-case letters'), z.number())
  expect(issuesOf(schema, { Writer: 1 })).toMatchInlineSnapshot(`
    [
      "Writer: must be lower-case letters",
    ]
  `)
})
