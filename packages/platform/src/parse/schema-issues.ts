import type { ZodError } from 'zod'

/**
 * The issues of a failed schema check, one short line each, all of them.
 * @returns Lines such as `provides.agents: expected object, received string`.
 * @example schemaIssues(schema.safeParse(value).error)
 */
export function schemaIssues(error: ZodError): readonly string[] {
  return error.issues.map((issue) => line(issue, []))
}

type Issue = ZodError['issues'][number]

function line(issue: Issue, above: readonly PropertyKey[]): string {
  const path = [...above, ...issue.path]
  if (issue.code === 'invalid_key') return at(path, issue.issues.map((inner) => message(inner)).join(', '))
  const alternatives = issue.code === 'invalid_union' ? issue.errors : []
  // "Invalid input" alone helps nobody: say what each alternative of a union misses.
  if (alternatives.length > 0)
    return alternatives.map((issues) => issues.map((inner) => line(inner, path)).join(', ')).join(', or ')
  return at(path, message(issue))
}

function at(path: readonly PropertyKey[], text: string): string {
  return path.length === 0 ? text : `${path.map(String).join('.')}: ${text}`
}

function message(issue: Issue): string {
  return issue.message.replace(/^Invalid input: /, '').replace(/^expected .* received undefined$/, 'it is missing')
}
