import type { CodedError } from '@datacortex/errors'

export type Refusal = {
  readonly status: keyof typeof names
  readonly message: string
  /** Of the error table, for a limit that was passed. */
  readonly code?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

const names = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  405: 'INVALID_ARGUMENT',
  408: 'DEADLINE_EXCEEDED',
  413: 'INVALID_ARGUMENT',
  428: 'FAILED_PRECONDITION',
  429: 'RATE_LIMIT_EXCEEDED',
  431: 'INVALID_ARGUMENT',
  500: 'INTERNAL_ERROR',
  501: 'NOT_IMPLEMENTED',
  503: 'UNAVAILABLE',
} as const

/** Why a request is not answered that passed a limit. */
export function codedRefusal(status: Refusal['status'], { code, message }: CodedError): Refusal {
  return { status, message, code }
}

/** The response to a refused request, as readers of `google.rpc.Status` (A2A) and of ARD's errors understand it. */
export function refuse({ headers = {}, ...refusal }: Refusal): Response {
  const { status } = refusal
  return Response.json(refusedBody(refusal), { status, headers: { 'cache-control': 'no-store', ...headers } })
}

export function refusedBody({ status, message, code }: Refusal): object {
  const errorCode = names[status]
  const googleStatus = status === 429 ? 'RESOURCE_EXHAUSTED' : status === 500 ? 'INTERNAL' : errorCode
  const details = code === undefined ? {} : { details: [errorInfo({ reason: code, domain: 'datacortex' })] }
  return { errorCode, message, error: { code: status, status: googleStatus, message, ...details } }
}

/** What tells programs one error from another, by the standard of `google.rpc.Status`. */
export function errorInfo(info: {
  readonly reason: string
  readonly domain: string
  readonly metadata?: object
}): object {
  return { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', ...info }
}

/** The response to a request for something that isn't there. */
export function absent(): Response {
  return refuse({ status: 404, message: 'There is nothing under this address.' })
}
