import type { ZodError } from 'zod'

/**
 * The issues of a failed schema check, one short line each, all of them.
 *
 * @param error - What zod reported.
 * @returns Lines such as `provides.agents: expected object, received string`.
 * @example schemaIssues(schema.safeParse(value).error)
 */
export function schemaIssues(error: ZodError): readonly string[] {
  return error.issues.map((issue) => {
    const path = issue.path.map(String).join('.')
    const message = issue.message.replace(/^Invalid input: /, '')
    return path === '' ? message : `${path}: ${message}`
  })
}
