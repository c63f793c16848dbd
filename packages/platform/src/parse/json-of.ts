import type { z } from 'zod'
import { schemaIssues } from './schema-issues.ts'

/**
 * The value of a JSON text, unchecked.
 * @returns Undefined if it is no JSON, which no JSON says.
 * @example jsonOf('{"a":') // undefined
 */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/**
 * The value of a line of a journal, checked.
 * @returns What is wrong with it, as a text, if it is none.
 * @example parseJsonLine('{"id": 1}', z.object({ id: z.string() })) // 'id: Invalid input: expected string, received number'
 */
export function parseJsonLine<T extends object>(line: string, schema: z.ZodType<T>): T | string {
  const value = jsonOf(line)
  if (value === undefined) return line.trim() === '' ? 'it is empty' : 'it is no JSON'
  const result = schema.safeParse(value)
  return result.success ? result.data : schemaIssues(result.error).join('; ')
}
