import { type MakeError, errorsOf } from '@datacortex/errors'

export type FliteErrors = {
  readonly SPEECH_FLITE_VOICE_UNKNOWN: { readonly voice: string; readonly voices: readonly string[] }
  readonly SPEECH_FLITE_TEXT_EMPTY: Record<string, never>
  readonly SPEECH_FLITE_FAILED: { readonly reason: string }
}

export const fliteError: MakeError<FliteErrors> = errorsOf<FliteErrors>({
  SPEECH_FLITE_VOICE_UNKNOWN: {
    message: ({ voice }) => `Flite has no voice ${JSON.stringify(voice.slice(0, 60))}.`,
    hint: ({ voices }) => `Use one of ${voices.join(', ')}.`,
    details: ({ voice }) => ({ voice, transient: false }),
  },
  SPEECH_FLITE_TEXT_EMPTY: {
    message: 'There is nothing to speak in this text.',
    hint: 'Leave turns without words out.',
    details: () => ({ transient: false }),
  },
  SPEECH_FLITE_FAILED: {
    message: ({ reason }) => `Flite could not speak: ${reason}.`,
    hint: 'Try a shorter text, or put another back end first under `speech` in .datacore/settings.yaml.',
    details: () => ({ transient: false }),
  },
})
