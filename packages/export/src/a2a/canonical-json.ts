import canonicalize from 'canonicalize'
import { exportError } from '../errors.ts'

/**
 * The canonical form of a JSON value: the same bytes for everybody, for hashes and signatures.
 *
 * @param value - Plain JSON; fields that are undefined do not exist.
 * @throws `EXPORT_NOT_CANONICAL` for lone surrogates, NaN, Infinity and circles.
 * @example canonicalJson({ b: 1, a: [2] }) // '{"a":[2],"b":1}'
 * @see https://www.rfc-editor.org/rfc/rfc8785
 */
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
