import { errorsOf } from '@datacortex/errors'

export const fliteError = errorsOf({
  SPEECH_FLITE_VOICE_UNKNOWN: {
    message: ({ voice }: { voice: string; voices: readonly string[] }) =>
      `Flite has no voice ${JSON.stringify(voice.slice(0, 60))}.`,
    hint: ({ voices }) => `Use one of ${voices.join(', ')}.`,
    details: ({ voice }) => ({ voice, transient: false }),
  },
  SPEECH_FLITE_TEXT_EMPTY: {
    message: 'There is nothing to speak in this text.',
    hint: 'Leave turns without words out.',
    details: () => ({ transient: false }),
  },
  SPEECH_FLITE_FAILED: {
    message: ({ reason }: { reason: string }) => `Flite could not speak: ${reason}.`,
    hint: 'Try a shorter text, or put another back end first under `speech` in .datacore/settings.yaml.',
    details: () => ({ transient: false }),
  },
})
