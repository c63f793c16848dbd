import { CodedError } from '@datacortex/errors'

type Asked = { readonly url: string }

/** An answer that can't be used is paid for all the same: what it cost, where prices are known. */
type Answered = Asked & { readonly cost?: { readonly cost_usd?: number | undefined } | undefined }

/** The model's server can't be reached, or the connection broke. */
export class WriterUnreachableError extends CodedError {
  constructor({ url, reason, cause }: Asked & { readonly reason: string; readonly cause?: unknown }) {
    super('WRITER_CHAT_UNREACHABLE', `${url} can't be reached: ${reason}.`, {
      hint: 'Check that the server runs and that `base_url` of writer-chat in .datacore/settings.yaml is right.',
      details: { url, transient: true },
      cause,
    })
  }
}

/** The answer was not there in time. */
export class WriterTimeoutError extends CodedError {
  constructor({ url, timeoutMs }: Asked & { readonly timeoutMs: number }) {
    super('WRITER_CHAT_TIMEOUT', `${url} gave no whole answer within ${timeoutMs} ms.`, {
      hint: 'Try again, or raise `timeout_ms` of writer-chat in .datacore/settings.yaml.',
      details: { url, timeoutMs, transient: true, maybePaid: true },
    })
  }
}

/** The server answered with a status that says no. */
export class WriterRefusedError extends CodedError {
  constructor({
    url,
    status,
    reason,
    transient,
    retryAfterMs,
  }: Asked & {
    readonly status: number
    readonly reason: string
    readonly transient: boolean
    readonly retryAfterMs?: number | undefined
  }) {
    super('WRITER_CHAT_REFUSED', `${url} answered with status ${status}: ${reason}.`, {
      hint: transient ? 'Try again later.' : 'Check key, model and settings of writer-chat in .datacore/settings.yaml.',
      details: { url, status, transient, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
    })
  }
}

/** An answer that is none of the protocol, too large, or no JSON where a schema was given. */
export class WriterResponseInvalidError extends CodedError {
  constructor({ url, reason, cost, cause }: Answered & { readonly reason: string; readonly cause?: unknown }) {
    super('WRITER_CHAT_RESPONSE_INVALID', `${url} gave an answer that can't be used: ${reason}.`, {
      hint: 'Check `api` and `model` of writer-chat in .datacore/settings.yaml; another model may keep to its format.',
      details: { url, reason, transient: false, maybePaid: true, ...cost },
      cause,
    })
  }
}

/** The model stopped before it was done. */
export class WriterCutOffError extends CodedError {
  constructor({ url, reason, cost }: Answered & { readonly reason: string }) {
    super('WRITER_CHAT_CUT_OFF', `The answer of ${url} is not whole: ${reason}.`, {
      hint: 'Ask for less at once, or raise `max_tokens` of writer-chat in .datacore/settings.yaml.',
      details: { url, reason, transient: false, maybePaid: true, ...cost },
    })
  }
}

/** The secret that the settings name is nowhere. */
export class WriterKeyMissingError extends CodedError {
  constructor({ name }: { readonly name: string }) {
    super('WRITER_CHAT_KEY_MISSING', `The secret ${name}, which writer-chat sends as its key, is not there.`, {
      hint: `Put it into .datacore/env/${name} or into the environment.`,
      details: { name, transient: false },
    })
  }
}
