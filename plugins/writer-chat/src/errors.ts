import { errorsOf, withoutUndefined } from '@datacortex/errors'

type Asked = { readonly url: string }

/** An answer that can't be used is paid for all the same: what it cost, where prices are known. */
type Answered = Asked & { readonly cost?: { readonly cost_usd?: number | undefined } | undefined }

export const writerError = errorsOf({
  WRITER_CHAT_UNREACHABLE: {
    message: ({ url, reason }: Asked & { reason: string }) => `${url} can't be reached: ${reason}.`,
    hint: 'Check that the server runs and that `base_url` of writer-chat in .datacore/settings.yaml is right.',
    details: ({ url }) => ({ url, transient: true }),
  },
  WRITER_CHAT_TIMEOUT: {
    message: ({ url, timeoutMs }: Asked & { timeoutMs: number }) =>
      `${url} gave no whole answer within ${timeoutMs} ms.`,
    hint: 'Try again, or raise `timeout_ms` of writer-chat in .datacore/settings.yaml.',
    details: ({ url, timeoutMs }) => ({ url, timeoutMs, transient: true, maybePaid: true }),
  },
  WRITER_CHAT_REFUSED: {
    message: ({
      url,
      status,
      reason,
    }: Asked & { status: number; reason: string; transient: boolean; retryAfterMs?: number | undefined }) =>
      `${url} answered with status ${status}: ${reason}.`,
    hint: ({ transient }) =>
      transient ? 'Try again later.' : 'Check key, model and settings of writer-chat in .datacore/settings.yaml.',
    details: ({ url, status, transient, retryAfterMs }) => withoutUndefined({ url, status, transient, retryAfterMs }),
  },
  WRITER_CHAT_RESPONSE_INVALID: {
    message: ({ url, reason }: Answered & { reason: string }) => `${url} gave an answer that can't be used: ${reason}.`,
    hint: 'Check `api` and `model` of writer-chat in .datacore/settings.yaml; another model may keep to its format.',
    details: ({ url, reason, cost }) => ({ url, reason, transient: false, maybePaid: true, ...cost }),
  },
  WRITER_CHAT_CUT_OFF: {
    message: ({ url, reason }: Answered & { reason: string }) => `The answer of ${url} is not whole: ${reason}.`,
    hint: 'Ask for less at once, or raise `max_tokens` of writer-chat in .datacore/settings.yaml.',
    details: ({ url, reason, cost }) => ({ url, reason, transient: false, maybePaid: true, ...cost }),
  },
  WRITER_CHAT_KEY_MISSING: {
    message: ({ name }: { name: string }) => `The secret ${name}, which writer-chat sends as its key, is not there.`,
    hint: ({ name }) => `Put it into .datacore/env/${name} or into the environment.`,
    details: ({ name }) => ({ name, transient: false }),
  },
})
