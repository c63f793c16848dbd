import { CodedError } from '@datacortex/errors'

type Facts = { readonly url: string }

const brokenOff = 'Try again; if it stays so, look at the log of the server and at what stands before it.'

/** The model's server can't be reached, or the connection broke. */
export class ChatUnreachableError extends CodedError {
  constructor({
    url,
    reason,
    hasAnswered,
    cause,
  }: Facts & { readonly reason: string; readonly hasAnswered: boolean; readonly cause?: unknown }) {
    const told = hasAnswered ? 'broke off in the middle of its answer' : "can't be reached"
    super('RUNNER_OPENAI_COMPATIBLE_UNREACHABLE', `${url} ${told}: ${reason}.`, {
      hint: hasAnswered
        ? brokenOff
        : 'Check that the server runs and that `base_url` of this runner in .datacore/settings.yaml is right.',
      details: { url, transient: true },
      cause,
    })
  }
}

/** The server took too long for the first byte or between two pieces. */
export class ChatTimeoutError extends CodedError {
  constructor({ url, waitedFor, timeoutMs }: Facts & { readonly waitedFor: string; readonly timeoutMs: number }) {
    super('RUNNER_OPENAI_COMPATIBLE_TIMEOUT', `${url} gave no ${waitedFor} within ${timeoutMs} ms.`, {
      hint: 'Try again, or raise the time limits of this runner in .datacore/settings.yaml.',
      details: { url, timeoutMs, transient: true },
    })
  }
}

/** The server answered with a status that says no, or with an error inside its answer. */
export class ChatRefusedError extends CodedError {
  constructor({
    url,
    status,
    reason,
    transient,
    retryAfterMs,
  }: Facts & {
    readonly status?: number | undefined
    readonly reason: string
    /** Left out, the words of the reason decide. */
    readonly transient?: boolean | undefined
    readonly retryAfterMs?: number | undefined
  }) {
    const told = status === undefined ? 'broke off with an error' : `answered with status ${status}`
    super('RUNNER_OPENAI_COMPATIBLE_REFUSED', `${url} ${told}: ${reason}`, {
      hint: hintFor(status),
      details: {
        url,
        ...(status === undefined ? {} : { status }),
        ...(transient === undefined ? {} : { transient }),
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      },
    })
  }
}

/** The server's answer is no chat completion, is too long, or a stream that ended before its end. */
export class ChatResponseInvalidError extends CodedError {
  constructor({
    url,
    reason,
    transient,
    tooLong = false,
  }: Facts & { readonly reason: string; readonly transient: boolean; readonly tooLong?: boolean | undefined }) {
    super('RUNNER_OPENAI_COMPATIBLE_RESPONSE_INVALID', `The answer of ${url} is not what was expected: ${reason}.`, {
      hint: hintForAnswer({ transient, tooLong }),
      details: { url, transient },
    })
  }
}

/** The key that the settings name is nowhere. */
export class ChatKeyMissingError extends CodedError {
  constructor({ name }: { readonly name: string }) {
    super(
      'RUNNER_OPENAI_COMPATIBLE_KEY_MISSING',
      `The secret ${name} is neither in .datacore/env nor in the environment.`,
      {
        hint: `Write the key to .datacore/env/${name}, readable by you alone, or set the variable ${name}.`,
        details: { name, transient: false },
      },
    )
  }
}

function hintForAnswer({ transient, tooLong }: { readonly transient: boolean; readonly tooLong: boolean }): string {
  if (tooLong) return 'If the answer is wanted at that size, raise `max_output_bytes` of this runner.'
  return transient
    ? brokenOff
    : 'Check that `base_url` of this runner leads to a chat completions server, usually with /v1 at its end.'
}

function hintFor(status: number | undefined): string {
  if (status === 401 || status === 403) return 'Check the secret that `api_key` of this runner names.'
  if (status === 404) return 'Check `base_url` and `model` of this runner in .datacore/settings.yaml.'
  if (status === 429) return 'Wait, or look at the limits of your account.'
  return 'See what the server itself says in its log.'
}
