import { isDeepStrictEqual } from 'node:util'
import { recordOf, jsonOf } from '@datacortex/platform'
import { CodedError, attempt, codedError } from '@datacortex/errors'
import { readDataUri } from '../../erc8004/registration-uri.ts'

export function differingFields(found: unknown, expected: unknown): readonly string[] {
  const names = new Set([...Object.keys(recordOf(found)), ...Object.keys(recordOf(expected))])
  return [...names].filter((name) => !isDeepStrictEqual(recordOf(found)[name], plain(recordOf(expected)[name])))
}

/** The same for a file that is inside a data URI; undefined if the URI holds none. */
export function differingFromUri(uri: string, expected: unknown): readonly string[] | undefined {
  const file = jsonOfUri(uri)
  return file === undefined ? undefined : differingFields(file, expected)
}

/** What a data URI holds; undefined if that is no JSON, or it is no such URI. */
export function jsonOfUri(uri: string): unknown {
  // What strangers put on the chain need not be a file at all.
  const text = attempt(() => readDataUri(uri), codedError)
  return CodedError.is(text) ? undefined : jsonOf(text)
}

/** As it comes out of JSON: without fields that are undefined. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}
