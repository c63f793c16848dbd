import canonicalize from 'canonicalize'
import { NotCanonicalError } from '../errors.ts'

/**
 * The canonical form of a JSON value: the same bytes for everybody, for hashes and signatures.
 *
 * @param value - Plain JSON; fields that are undefined do not exist.
 * @throws {@link NotCanonicalError} for lone surrogates, NaN, Infinity and circles.
 * @example canonicalJson({ b: 1, a: [2] }) // '{"a":[2],"b":1}'
 * @see https://www.rfc-editor.org/rfc/rfc8785
 */
export function canonicalJson(value: unknown): string {
  try {
    const text = canonicalize(value)
    if (text !== undefined) return text
  } catch (error) {
    throw new NotCanonicalError({ reason: error instanceof Error ? error.message : 'no JSON', cause: error })
  }
  throw new NotCanonicalError({ reason: 'there is no value' })
}
