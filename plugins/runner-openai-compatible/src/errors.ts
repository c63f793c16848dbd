import { errorsOf, withoutUndefined } from '@datacortex/errors'

type Facts = { readonly url: string }

type OpenaiCompatibleRefused = Facts & {
  readonly status?: number | undefined
  readonly reason: string
  readonly transient?: boolean | undefined
  readonly retryAfterMs?: number | undefined
}

export const chatError = errorsOf({
  RUNNER_OPENAI_COMPATIBLE_UNREACHABLE: {
    message: ({ url, reason, hasAnswered }: Facts & { reason: string; hasAnswered: boolean }) =>
      `${url} ${hasAnswered ? 'broke off in the middle of its answer' : "can't be reached"}: ${reason}.`,
    hint: ({ hasAnswered }) =>
      hasAnswered
        ? brokenOff
        : 'Check that the server runs and that `base_url` of this runner in .datacore/settings.yaml is right.',
    details: ({ url }) => ({ url, transient: true }),
  },
  RUNNER_OPENAI_COMPATIBLE_TIMEOUT: {
    message: ({ url, waitedFor, timeoutMs }: Facts & { waitedFor: string; timeoutMs: number }) =>
      `${url} gave no ${waitedFor} within ${timeoutMs} ms.`,
    hint: 'Try again, or raise the time limits of this runner in .datacore/settings.yaml.',
    details: ({ url, timeoutMs }) => ({ url, timeoutMs, transient: true }),
  },
  RUNNER_OPENAI_COMPATIBLE_REFUSED: {
    message: ({ url, status, reason }: OpenaiCompatibleRefused) =>
      `${url} ${status === undefined ? 'broke off with an error' : `answered with status ${status}`}: ${reason}`,
    hint: ({ status }) => hintFor(status),
    details: ({ url, status, transient, retryAfterMs }) => withoutUndefined({ url, status, transient, retryAfterMs }),
  },
  RUNNER_OPENAI_COMPATIBLE_RESPONSE_INVALID: {
    message: ({ url, reason }: Facts & { reason: string; transient: boolean; tooLong?: boolean | undefined }) =>
      `The answer of ${url} is not what was expected: ${reason}.`,
    hint: ({ transient, tooLong = false }) => hintForAnswer({ transient, tooLong }),
    details: ({ url, transient }) => ({ url, transient }),
  },
  RUNNER_OPENAI_COMPATIBLE_KEY_MISSING: {
    message: ({ name }: { name: string }) => `The secret ${name} is neither in .datacore/env nor in the environment.`,
    hint: ({ name }) => `Write the key to .datacore/env/${name}, readable by you alone, or set the variable ${name}.`,
    details: ({ name }) => ({ name, transient: false }),
  },
})

const brokenOff = 'Try again; if it stays so, look at the log of the server and at what stands before it.'

function hintForAnswer({ transient, tooLong }: { transient: boolean; tooLong: boolean }): string {
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
