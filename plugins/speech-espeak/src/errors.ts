import { CodedError } from '@datacortex/errors'

/** The program is not installed. */
export class EspeakMissingError extends CodedError {
  constructor({ command, cause }: { readonly command: string; readonly cause?: unknown }) {
    super('SPEECH_ESPEAK_MISSING', `The program ${command} is not installed.`, {
      hint: 'Install espeak-ng, for example with `apt install espeak-ng` or `brew install espeak-ng`.',
      details: { command, transient: false },
      cause,
    })
  }
}

/** A text in which nothing can be spoken. */
export class EspeakTextEmptyError extends CodedError {
  constructor() {
    super('SPEECH_ESPEAK_TEXT_EMPTY', 'There is nothing to speak in this text.', {
      hint: 'Leave turns without words out.',
      details: { transient: false },
    })
  }
}

/** The program ended without sound. */
export class EspeakFailedError extends CodedError {
  constructor({ reason }: { readonly reason: string }) {
    super('SPEECH_ESPEAK_FAILED', `espeak-ng could not speak: ${reason}.`, {
      hint: 'Look at the voices with `espeak-ng --voices`; a voice is named by its language, such as de.',
      details: { transient: false },
    })
  }
}
