import { CodedError } from '@datacortex/errors'
import type { AgentEntry } from '@datacortex/registry'
import type { ExecutionFailure } from '../log/execution-record.ts'
import { isRecord } from '@datacortex/platform'

/** Words by which an error without a verdict of its own is judged. */
export type ErrorPatterns = { readonly transient: readonly string[]; readonly permanent: readonly string[] }

/** Datacore's own. */
const usual: ErrorPatterns = {
  transient: ['rate_limit', 'timeout', 'connection', 'overloaded'],
  permanent: ['not_found', 'permission_denied', 'invalid_input'],
}

/**
 * What failed, and whether another attempt may help: the error's own `details.transient` decides, then the patterns,
 * permanent ones first; what matches nothing is permanent.
 *
 * @param error - With a code.
 * @param patterns - From {@link errorPatterns}.
 */
export function classifyError(error: CodedError, patterns: ErrorPatterns): ExecutionFailure {
  const { code, message, details } = error
  const stated = details['transient']
  const words = normalised(`${code} ${message}`)
  const has = (list: readonly string[]): boolean => list.some((pattern) => words.includes(normalised(pattern)))
  const judged = !has(patterns.permanent) && has(patterns.transient)
  return { code, message, transient: typeof stated === 'boolean' ? stated : judged }
}

/**
 * The patterns of an agent: those of `classify-error` among its hooks `on_error`, each list else Datacore's own.
 *
 * @param hooks - Of the agent's entry, in the form of Datacore; anything else is passed over.
 */
export function errorPatterns({ hooks }: Pick<AgentEntry, 'hooks'>): ErrorPatterns {
  const onError = isRecord(hooks) ? hooks['on_error'] : undefined
  const items: readonly unknown[] = Array.isArray(onError) ? onError : []
  const hook = items.find((item) => isRecord(item) && item['type'] === 'classify-error')
  const config = isRecord(hook) && isRecord(hook['config']) ? hook['config'] : {}
  return {
    transient: words(config['transient_patterns']) ?? usual.transient,
    permanent: words(config['permanent_patterns']) ?? usual.permanent,
  }
}

function words(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.filter((word) => typeof word === 'string').filter((word) => word.trim() !== '')
}

/** `rate_limit`, `rate limit` and `Rate-Limit` are the same words. */
function normalised(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, '_')
}
