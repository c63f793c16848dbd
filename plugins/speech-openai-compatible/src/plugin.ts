import { CodedError } from '@datacortex/errors'
import {
  SecretName,
  SourceAddress,
  definePlugin,
  keyedOnlyOverHttps,
  readBody,
  readRefusal,
  readWave,
  retryAfterMs,
  saidByServer,
} from '@datacortex/plugin'
import type { Plugin, SpeechState } from '@datacortex/plugin'
import { z } from 'zod'
import { speechError } from './errors.ts'

export type SpeechSettings = z.infer<typeof SpeechSettings>

export const SpeechSettings = z
  .strictObject({
    /** The address up to `/audio/speech`. */
    base_url: SourceAddress.optional(),
    model: z.string().min(1).default('tts-1'),
    api_key: SecretName.optional(),
    voices: z.array(z.string().min(1)).min(1).default(['nova', 'onyx']),
    /** BCP 47, of all voices. */
    language: z.string().min(2).default('en'),
    format: z.enum(['wav', 'pcm']).default('wav'),
    /** Of `pcm`, in Hz. */
    sample_rate: z.number().int().min(8000).max(48_000).default(24_000),
    max_bytes: z.number().int().min(1000).default(100_000_000),
    /** US dollars for a million characters. */
    price: z.number().min(0).optional(),
  })
  .superRefine(keyedOnlyOverHttps('base_url'))

/** Speaks through a server that knows `/v1/audio/speech`: a local one, or a service. */
export const plugin: Plugin<'speech', SpeechSettings> = definePlugin({
  name: 'speech-openai-compatible',
  kind: 'speech',
  config: SpeechSettings,
  setup: ({ config, fetch, secret, now }) => ({
    version: `${config.base_url ?? ''} ${config.model} ${config.format}`,
    deterministic: false,
    async state({ signal }): Promise<SpeechState> {
      signal.throwIfAborted()
      const missing = await missingOf(config, secret)
      if (missing !== undefined) return { available: false, reason: `${missing} is not there` }
      return { available: true, voices: config.voices.map((id) => ({ id, language: config.language })) }
    },
    async speak(text, { voice, signal }) {
      signal.throwIfAborted()
      const missing = await missingOf(config, secret)
      if (missing !== undefined) throw speechError('SPEECH_OPENAI_NOT_CONFIGURED', { missing })
      if (!/[\p{L}\p{N}]/u.test(text)) throw speechError('SPEECH_OPENAI_TEXT_EMPTY', {})
      const url = `${(config.base_url ?? '').replace(/\/+$/, '')}/audio/speech`
      const key = config.api_key === undefined ? undefined : await secret(config.api_key)
      const body = JSON.stringify({ model: config.model, input: text, voice, response_format: config.format })
      const authorized = key === undefined ? {} : { authorization: `Bearer ${key}` }
      const headers = { 'content-type': 'application/json', ...authorized }
      const send = (): Promise<Response> => fetch(url, { method: 'POST', headers, body, signal })
      const bytes = await answer(send, { url, key, signal, now, maxBytes: config.max_bytes })
      return soundOf(bytes, { url, config })
    },
    estimate: (text) =>
      Promise.resolve(config.price === undefined ? undefined : (text.length * config.price) / 1_000_000),
  }),
})

async function missingOf(
  { base_url: baseUrl, api_key: apiKey }: SpeechSettings,
  secret: (name: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  if (baseUrl === undefined) return 'base_url'
  return apiKey === undefined || (await secret(apiKey)) !== undefined ? undefined : `the secret ${apiKey}`
}

type AnswerOptions = {
  readonly url: string
  readonly key: string | undefined
  readonly signal: AbortSignal
  readonly now: () => number
  readonly maxBytes: number
}

async function answer(send: () => Promise<Response>, { url, key, signal, now, maxBytes }: AnswerOptions) {
  try {
    const response = await send()
    if (!response.ok) {
      const { text, cut } = await readRefusal(response)
      const reason = saidByServer(text, { key, cut })
      const wait = retryAfterMs(response.headers.get('retry-after'), now())
      throw speechError('SPEECH_OPENAI_REFUSED', { url, status: response.status, reason, retryAfterMs: wait })
    }
    const { bytes, isCut } = await readBody(response, maxBytes)
    if (!isCut) return bytes
    throw speechError('SPEECH_OPENAI_RESPONSE_INVALID', { url, reason: `it is longer than ${maxBytes} bytes` })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    // What has a code says more than this could: the caller's network refuses with one.
    if (CodedError.is(error) && error.code !== 'FETCH_UNREACHABLE') throw error
    const cause = CodedError.is(error) ? error.details['reason'] : error
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw speechError('SPEECH_OPENAI_UNREACHABLE', { url, reason }, { cause: error })
  }
}

function soundOf(bytes: Uint8Array, { url, config }: { url: string; config: SpeechSettings }) {
  // Some servers send a WAV file whatever they are asked for.
  const wave = readWave(bytes)
  if (wave !== undefined && wave.samples.length > 0) return wave
  const reason = 'it is no WAV file of one channel with 16 bits'
  if (config.format === 'wav') throw speechError('SPEECH_OPENAI_RESPONSE_INVALID', { url, reason })
  if (bytes.length < 2 || bytes[0] === 0x7b)
    throw speechError('SPEECH_OPENAI_RESPONSE_INVALID', { url, reason: 'it is empty or JSON' })
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const samples = Int16Array.from({ length: Math.floor(bytes.length / 2) }, (_, at) => view.getInt16(at * 2, true))
  return { samples, sampleRate: config.sample_rate }
}
