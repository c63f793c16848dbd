import { codedError } from '@datacortex/errors'
import { type Plugin, type SpeechState, type Voice, definePlugin, readWave } from '@datacortex/plugin'
import { z } from 'zod'
import { espeakError } from './errors.ts'
import { runEspeak } from './run-espeak.ts'

export const EspeakSettings = z.looseObject({
  /** Name or path of the program. */
  command: z.string().min(1).default('espeak-ng'),
  /** Words a minute. */
  speed: z.number().int().min(80).max(450).default(165),
})

/** Speaks more than a hundred languages with the program espeak-ng, if it is installed. */
export const plugin: Plugin<'speech', z.infer<typeof EspeakSettings>> = definePlugin({
  name: 'speech-espeak',
  kind: 'speech',
  config: EspeakSettings,
  setup: ({ config: { command, speed } }) => ({
    version: `espeak-ng-${speed}`,
    deterministic: true,
    async state({ signal }): Promise<SpeechState> {
      try {
        const voices = voicesOf(String(await runEspeak({ command, args: ['--voices'], signal })))
        return voices.length === 0
          ? { available: false, reason: `${command} has no voices` }
          : { available: true, voices }
      } catch (error) {
        return { available: false, reason: codedError(error).message }
      }
    },
    async speak(text, { voice, signal }) {
      if (!/[\p{L}\p{N}]/u.test(text)) {
        signal.throwIfAborted()
        throw espeakError('SPEECH_ESPEAK_TEXT_EMPTY', {})
      }
      if (!/^[a-z][\w+-]{0,60}$/i.test(voice))
        throw espeakError('SPEECH_ESPEAK_FAILED', { reason: 'the name of the voice is none' })
      const args = ['-v', voice, '-s', String(speed), '--stdin', '--stdout']
      const audio = readWave(await runEspeak({ command, args, text, signal }))
      if (audio === undefined || audio.samples.length === 0)
        throw espeakError('SPEECH_ESPEAK_FAILED', { reason: 'it made no sound' })
      return audio
    },
  }),
})

/** The table of voices: priority, language, age and gender, name, file. */
function voicesOf(table: string): readonly Voice[] {
  const rows = table
    .split('\n')
    .slice(1)
    .map((row) => row.trim().split(/\s+/)[1])
  const languages = new Set(
    rows.filter((language) => language !== undefined && /^[a-z]{2,3}(?:-[a-z\d]+)*$/i.test(language)),
  )
  return [...languages].flatMap((language = '') => {
    const [base = '', ...rest] = language.split('-')
    const tag = [base, ...rest.filter((part) => /^(?:[a-z]{2}|\d{3}|[a-z]{4,8})$/i.test(part)).slice(0, 1)].join('-')
    return [{ id: language, language: tag }]
  })
}
