/** Why a request is not answered. */
export type Refusal = {
  readonly status: 400 | 401 | 403 | 404 | 405 | 413 | 429 | 500 | 501 | 503
  readonly message: string
  readonly headers?: Readonly<Record<string, string>> | undefined
}

const names: Readonly<Record<Refusal['status'], string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  405: 'INVALID_ARGUMENT',
  413: 'INVALID_ARGUMENT',
  429: 'RATE_LIMIT_EXCEEDED',
  500: 'INTERNAL_ERROR',
  501: 'NOT_IMPLEMENTED',
  503: 'UNAVAILABLE',
}

/** The response to a refused request, as readers of `google.rpc.Status` (A2A) and of ARD's errors understand it. */
export function refuse({ status, message, headers = {} }: Refusal): Response {
  const errorCode = names[status]
  const googleStatus = status === 429 ? 'RESOURCE_EXHAUSTED' : status === 500 ? 'INTERNAL' : errorCode
  return Response.json(
    { errorCode, message, error: { code: status, status: googleStatus, message } },
    { status, headers: { 'cache-control': 'no-store', ...headers } },
  )
}

/** The response to a request for something that isn't there. */
export function absent(): Response {
  return refuse({ status: 404, message: 'There is nothing under this address.' })
}
