import { attempt, thrownText } from '@datacortex/errors'
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
  const invalid = (issues: readonly string[], cause?: unknown): never => {
    throw platformError('PLATFORM_JSON_INVALID', { origin: options.origin, issues }, { cause })
  }
  const value: unknown = attempt(
    () => JSON.parse(text) as unknown,
    (error) => invalid([thrownText(error)], error),
  )
  const result = schema.safeParse(value)
  return result.success ? result.data : invalid(schemaIssues(result.error))
}
