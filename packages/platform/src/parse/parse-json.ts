import type { ZodType } from 'zod'
import { platformError } from '../errors.ts'
import { schemaIssues } from './schema-issues.ts'

/**
 * Parses JSON from outside and checks its shape.
 * @param options - `origin`: what to call it in the error, such as the path.
 * @throws `PLATFORM_JSON_INVALID` naming every issue.
 * @example parseJson('{"a":1}', z.object({ a: z.number() }), { origin: 'a.json' })
 */
export function parseJson<T>(text: string, schema: ZodType<T>, options: { readonly origin: string }): T {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw platformError(
      'PLATFORM_JSON_INVALID',
      { origin: options.origin, issues: [error instanceof Error ? error.message : 'no JSON'] },
      { cause: error },
    )
  }
  const result = schema.safeParse(value)
  if (!result.success)
    throw platformError('PLATFORM_JSON_INVALID', { origin: options.origin, issues: schemaIssues(result.error) })
  return result.data
}
