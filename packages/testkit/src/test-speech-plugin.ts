import type { Plugin } from '@datacortex/plugin'
import { describe, expect, test } from 'vitest'
import { expectCoded, failureOf } from './expect-coded.ts'
import { expectStop } from './expect-stop.ts'
import type { StartOptions } from './prepare-plugin.ts'
import { type Started, startPlugin } from './start-plugin.ts'

/** Where a speech back end lies, what it is started with, and what it is to say. */
export type SpeechSuiteOptions = StartOptions & {
  readonly voice: string
  /** A text that takes long, so that it can be stopped amid. */
  readonly longText: string
  /** Whether the back end is at a text. Left out, it is from the moment on that it is given one. */
  readonly begun?: ((speech: Started<'speech'>) => boolean) | undefined
  /** Settings with which it can't speak. */
  readonly unavailable?: unknown
}

/**
 * The suite that every plugin of the kind `speech` passes: it says whether it can speak without speaking, gives sound
 * of a sensible length, the same each time if it says so, stops when it is told to, and tells failures with a code and no secret.
 * @example testSpeechPlugin(plugin, { directory, voice: 'slt', longText: 'tides '.repeat(2000) })
 */
export function testSpeechPlugin<Config>(plugin: Plugin<'speech', Config>, options: SpeechSuiteOptions): void {
  const start = (): Promise<Started<'speech'>> => startPlugin(plugin, options)
  const { signal } = new AbortController()
  const { voice } = options
  const secrets = Object.values(options.secrets ?? {})

  describe('a plugin of the kind speech', () => {
    test('has the name of its manifest', async () => {
      await using speech = await start()
      expect(plugin).toMatchObject({ name: speech.manifest.name, kind: 'speech' })
      expect(speech.version).not.toBe('')
    })

    test('says that it can speak, and with which voices', async () => {
      await using speech = await start()
      const state = await speech.state({ signal })
      expect(state).toMatchObject({ available: true })
      const voices = state.available ? state.voices : []
      expect(voices.map(({ id }) => id)).toContain(voice)
      for (const { language } of voices) expect(() => new Intl.Locale(language)).not.toThrow()
    })

    test('speaks: samples that are heard, of a sensible length', async () => {
      await using speech = await start()
      const { samples, sampleRate } = await speech.speak('The tide comes in twice a day.', { voice, signal })
      expect(samples).toBeInstanceOf(Int16Array)
      expect(sampleRate).toBeGreaterThanOrEqual(8000)
      expect(sampleRate).toBeLessThanOrEqual(48_000)
      expect(samples.length / sampleRate).toBeGreaterThan(0.2)
      expect(samples.length / sampleRate).toBeLessThan(20)
      expect(
        samples.some((sample) => Math.abs(sample) > 500),
        'it is not silent',
      ).toBe(true)
      expect(speech.refused).toEqual([])
    })

    test('gives the same each time, if it says so', async () => {
      await using speech = await start()
      const [first, second] = [
        await speech.speak('Ebb and flow.', { voice, signal }),
        await speech.speak('Ebb and flow.', { voice, signal }),
      ]
      expect(first.sampleRate).toBe(second.sampleRate)
      const isSame = Buffer.from(second.samples.buffer).equals(Buffer.from(first.samples.buffer))
      expect(isSame || !speech.deterministic).toBe(true)
    })

    test.each([
      ['a voice that is not there', 'Hello.', 'no-such-voice'],
      ['a text without a word', ' \n… ', undefined],
    ])('tells with a code: %s', async (_, text, other) => {
      await using speech = await start()
      const error = await failureOf(speech.speak(text, { voice: other ?? voice, signal }))
      expect(error).toBeInstanceOf(Error)
      expectCoded(error, { what: text, secrets })
    })

    test('begins nothing when it is aborted already, and stops amid a clip', async () => {
      await using speech = await start()
      const aborted = AbortSignal.abort(new Error('too late'))
      await expect(speech.speak('Hello.', { voice, signal: aborted })).rejects.toThrow('too late')
      const speak = (amid: AbortSignal): Promise<unknown> => speech.speak(options.longText, { voice, signal: amid })
      const reason = new DOMException('The time is over.', 'TimeoutError')
      await expectStop(speak, { begun: () => options.begun?.(speech) ?? true, reason })
      // It still can.
      expect((await speech.speak('Hello.', { voice, signal })).samples.length).toBeGreaterThan(0)
    })

    test.skipIf(options.unavailable === undefined)('says why it can’t speak', async () => {
      await using speech = await startPlugin(plugin, { ...options, settings: options.unavailable })
      const state = await speech.state({ signal })
      expect(state).toMatchObject({ available: false, reason: expect.stringMatching(/\S/) })
      expectCoded(await failureOf(speech.speak('Hello.', { voice, signal })), { what: 'Hello.', secrets })
    })
  })
}
