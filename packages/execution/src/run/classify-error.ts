import { CodedError } from '@datacortex/errors'
import type { ExecutionFailure } from '../log/execution-record.ts'

export type ErrorPatterns = { readonly transient: readonly string[]; readonly permanent: readonly string[] }

export const usualErrorPatterns: ErrorPatterns = {
  transient: ['rate_limit', 'timeout', 'connection', 'overloaded'],
  permanent: ['not_found', 'permission_denied', 'invalid_input'],
}

/** What failed, and whether another attempt may help: `details.transient` decides, then the patterns. */
export function classifyError(error: CodedError, patterns: ErrorPatterns): ExecutionFailure {
  const { code, message, details } = error
  const stated = details['transient']
  const words = normalised(`${code} ${message}`)
  const has = (list: readonly string[]): boolean => list.some((pattern) => words.includes(normalised(pattern)))
  const judged = !has(patterns.permanent) && has(patterns.transient)
  return { code, message, transient: typeof stated === 'boolean' ? stated : judged }
}

/** `rate_limit`, `rate limit` and `Rate-Limit` are the same words. */
function normalised(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, '_')
}
