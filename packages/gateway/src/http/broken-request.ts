import { CodedError } from '@datacortex/errors'
import type { Refusal } from './refusal.ts'

/** What callers are told of a request that broke: not why, which may hold anything; the log of the server says it. */
export function brokenRequest(error: unknown): Refusal {
  if (CodedError.is(error, 'SPACE_NOT_FOUND'))
    return { status: 503, message: 'The space of this server is not where it was; its log says more.' }
  return { status: 500, message: 'The server broke; its log says why.' }
}
