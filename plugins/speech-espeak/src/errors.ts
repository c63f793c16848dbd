import { errorsOf } from '@datacortex/errors'

export const espeakError = errorsOf({
  SPEECH_ESPEAK_MISSING: {
    message: ({ command }: { command: string }) => `The program ${command} is not installed.`,
    hint: 'Install espeak-ng, for example with `apt install espeak-ng` or `brew install espeak-ng`.',
    details: ({ command }) => ({ command, transient: false }),
  },
  SPEECH_ESPEAK_TEXT_EMPTY: {
    message: 'There is nothing to speak in this text.',
    hint: 'Leave turns without words out.',
    details: () => ({ transient: false }),
  },
  SPEECH_ESPEAK_FAILED: {
    message: ({ reason }: { reason: string }) => `espeak-ng could not speak: ${reason}.`,
    hint: 'Look at the voices with `espeak-ng --voices`; a voice is named by its language, such as de.',
    details: () => ({ transient: false }),
  },
})
