import canonicalize from 'canonicalize'
import { exportError } from '../errors.ts'

/** The bytes for hashes and signatures, by RFC 8785; throws `EXPORT_NOT_CANONICAL` for what has no such form. */
export function canonicalJson(value: unknown): string {
  try {
    const text = canonicalize(value)
    if (text !== undefined) return text
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'no JSON'
    throw exportError('EXPORT_NOT_CANONICAL', { reason }, { cause: error })
  }
  throw exportError('EXPORT_NOT_CANONICAL', { reason: 'there is no value' })
}
