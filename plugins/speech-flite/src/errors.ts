import { CodedError } from '@datacortex/errors'

/** A voice that Flite does not have. */
export class FliteVoiceUnknownError extends CodedError {
  constructor({ voice, voices }: { readonly voice: string; readonly voices: readonly string[] }) {
    super('SPEECH_FLITE_VOICE_UNKNOWN', `Flite has no voice ${JSON.stringify(voice.slice(0, 60))}.`, {
      hint: `Use one of ${voices.join(', ')}.`,
      details: { voice, transient: false },
    })
  }
}

/** A text in which nothing can be spoken. */
export class FliteTextEmptyError extends CodedError {
  constructor() {
    super('SPEECH_FLITE_TEXT_EMPTY', 'There is nothing to speak in this text.', {
      hint: 'Leave turns without words out.',
      details: { transient: false },
    })
  }
}

/** Flite ended without sound. */
export class FliteFailedError extends CodedError {
  constructor({ reason, cause }: { readonly reason: string; readonly cause?: unknown }) {
    super('SPEECH_FLITE_FAILED', `Flite could not speak: ${reason}.`, {
      hint: 'Try a shorter text, or put another back end first under `speech` in .datacore/settings.yaml.',
      details: { transient: false },
      cause,
    })
  }
}
