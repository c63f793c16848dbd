import { CodedError } from '@datacortex/errors'

type Facts = { readonly url: string }

/** The server can't be reached, or the connection broke. */
export class SpeechUnreachableError extends CodedError {
  constructor({ url, reason, cause }: Facts & { readonly reason: string; readonly cause?: unknown }) {
    super('SPEECH_OPENAI_UNREACHABLE', `${url} can't be reached: ${reason}.`, {
      hint: 'Check that the server runs and that `base_url` of speech-openai-compatible is right.',
      details: { url, transient: true },
      cause,
    })
  }
}

/** The server answered with a status that says no. */
export class SpeechRefusedError extends CodedError {
  constructor({
    url,
    status,
    reason,
    retryAfterMs,
  }: Facts & {
    readonly status: number
    readonly reason: string
    readonly retryAfterMs?: number | undefined
  }) {
    super('SPEECH_OPENAI_REFUSED', `${url} answered with status ${status}: ${reason}`, {
      hint:
        status === 401 || status === 403
          ? 'Check the secret that `api_key` of speech-openai-compatible names.'
          : 'Check `model` and `voices` of speech-openai-compatible in .datacore/settings.yaml.',
      details: {
        url,
        status,
        transient: status === 408 || status === 429 || status >= 500,
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      },
    })
  }
}

/** The answer is no sound. */
export class SpeechResponseInvalidError extends CodedError {
  constructor({ url, reason }: Facts & { readonly reason: string }) {
    super('SPEECH_OPENAI_RESPONSE_INVALID', `The answer of ${url} is no sound: ${reason}.`, {
      hint: 'Check that `base_url` leads to a server with /audio/speech, and `format`: wav or pcm.',
      details: { url, transient: false, maybePaid: true },
    })
  }
}

/** The settings or a secret are not there. */
export class SpeechNotConfiguredError extends CodedError {
  constructor({ missing }: { readonly missing: string }) {
    super('SPEECH_OPENAI_NOT_CONFIGURED', `${missing} is not there.`, {
      hint: 'Set `base_url` of speech-openai-compatible in .datacore/settings.yaml, and write the key that `api_key` names to .datacore/env.',
      details: { missing, transient: false },
    })
  }
}

/** A text in which nothing can be spoken. */
export class SpeechTextEmptyError extends CodedError {
  constructor() {
    super('SPEECH_OPENAI_TEXT_EMPTY', 'There is nothing to speak in this text.', {
      hint: 'Leave turns without words out.',
      details: { transient: false },
    })
  }
}
