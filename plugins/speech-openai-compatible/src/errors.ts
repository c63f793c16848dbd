import { errorsOf } from '@datacortex/errors'

type Facts = { readonly url: string }

export const speechError = errorsOf({
  SPEECH_OPENAI_UNREACHABLE: {
    message: ({ url, reason }: Facts & { reason: string }) => `${url} can't be reached: ${reason}.`,
    hint: 'Check that the server runs and that `base_url` of speech-openai-compatible is right.',
    details: ({ url }) => ({ url, transient: true }),
  },
  SPEECH_OPENAI_REFUSED: {
    message: ({ url, status, reason }: Facts & { status: number; reason: string; retryAfterMs?: number | undefined }) =>
      `${url} answered with status ${status}: ${reason}`,
    hint: ({ status }) =>
      status === 401 || status === 403
        ? 'Check the secret that `api_key` of speech-openai-compatible names.'
        : 'Check `model` and `voices` of speech-openai-compatible in .datacore/settings.yaml.',
    details: ({ url, status, retryAfterMs }) => ({
      url,
      status,
      transient: status === 408 || status === 429 || status >= 500,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    }),
  },
  SPEECH_OPENAI_RESPONSE_INVALID: {
    message: ({ url, reason }: Facts & { reason: string }) => `The answer of ${url} is no sound: ${reason}.`,
    hint: 'Check that `base_url` leads to a server with /audio/speech, and `format`: wav or pcm.',
    details: ({ url }) => ({ url, transient: false, maybePaid: true }),
  },
  SPEECH_OPENAI_NOT_CONFIGURED: {
    message: ({ missing }: { missing: string }) => `${missing} is not there.`,
    hint: 'Set `base_url` of speech-openai-compatible in .datacore/settings.yaml, and write the key that `api_key` names to .datacore/env.',
    details: ({ missing }) => ({ missing, transient: false }),
  },
  SPEECH_OPENAI_TEXT_EMPTY: {
    message: 'There is nothing to speak in this text.',
    hint: 'Leave turns without words out.',
    details: () => ({ transient: false }),
  },
})
