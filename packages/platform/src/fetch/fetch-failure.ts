import { CodedError } from '@datacortex/errors'
import { platformError } from '../errors.ts'
import { systemErrorCode } from '../files/system-error-reason.ts'
import type { FetchLimits } from './fetch-limits.ts'
import { tlsReason } from './tls-reason.ts'

/** What a failed request is reported as; what has a code already stays as it is. */
export function fetchFailure(error: unknown, { url, limits }: { url: string; limits: FetchLimits }): unknown {
  if (CodedError.is(error)) return error
  const code = systemErrorCode(error) ?? ''
  if (code === 'UND_ERR_CONNECT_TIMEOUT')
    return platformError('FETCH_TIMEOUT', { url, waitedFor: 'connection', timeoutMs: limits.connectMs })
  if (code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'HPE_HEADER_OVERFLOW')
    return platformError('FETCH_TOO_LARGE', { url, what: 'The header', maxBytes: limits.headerBytes })
  const reason = reasonOf(error, code)
  const isNoHttp = error instanceof Error && error.name === 'HTTPParserError'
  if (isNoHttp || /^(?:HPE_|Z_|ERR__ERROR_|ERR_BROTLI|ERR_PADDING|UND_ERR_(?:INVALID|RES_|RESPONSE))/.test(code))
    return platformError('FETCH_RESPONSE_INVALID', { url, reason }, { cause: error })
  return platformError('FETCH_UNREACHABLE', { url, reason, transient: !isLasting(code) }, { cause: error })
}

/** A name that does not exist and a certificate that does not fit stay so for a while. */
function isLasting(code: string): boolean {
  return code === 'ENOTFOUND' || /^(?:CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code)
}

function reasonOf(error: unknown, code: string): string {
  // Of several addresses that were tried, each has its error.
  if (error instanceof AggregateError)
    return [...new Set(error.errors.map((one) => reasonOf(one, systemErrorCode(one) ?? '')))].join('; ')
  const ofTls = tlsReason(code)
  if (ofTls !== undefined) return ofTls
  return (error instanceof Error ? error.message : String(error)) || code || 'no reason is known'
}
