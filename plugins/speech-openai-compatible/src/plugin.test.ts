import { once } from 'node:events'
import { type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { CodedError } from '@datacortex/errors'
import { startPlugin, testManifest, testSpeechPlugin } from '@datacortex/testkit'
import { afterAll, expect, test } from 'vitest'
import { SpeechSettings, plugin } from './plugin.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))
const { signal } = new AbortController()
const secrets = { SPEECH_KEY: 'planted-secret-value' }
const asked: { readonly body: Record<string, unknown>; readonly authorization: string | undefined }[] = []

function tone(length: number): Buffer {
  return Buffer.from(Int16Array.from({ length }, (_, at) => Math.sin(at / 10) * 8000).buffer)
}

function wave(pcm: Buffer): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF....WAVEfmt ', 0)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(24_000, 24)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(pcm.length, 40)
  return Buffer.concat([head, pcm])
}

/** Answers that nobody gives. */
const waiting = new Set<ServerResponse>()
const server = createServer((request, response) => {
  void (async () => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const body: Record<string, unknown> = JSON.parse(text)
    asked.push({ body, authorization: request.headers.authorization })
    const input = String(body['input'])
    if (input.length > 1000) {
      waiting.add(response)
      response.on('close', () => waiting.delete(response))
      return
    }
    if (body['model'] === 'repeats') response.writeHead(401).end(`${'x'.repeat(490)}${request.headers.authorization}`)
    else if (body['model'] === 'echoes')
      response.writeHead(401).end(request.headers.authorization?.slice(7).repeat(200))
    else if (body['voice'] === 'no-such-voice')
      response.writeHead(400).end(`no such voice for ${request.headers.authorization}`)
    else if (body['model'] === 'endless') {
      const more = (): void => {
        while (response.write('no '.repeat(20_000)));
      }
      response.statusCode = 500
      response.on('drain', more)
      more()
    } else if (body['model'] === 'busy') response.writeHead(429, { 'retry-after': '7' }).end('slow down')
    else if (body['model'] === 'page') response.end('<html>hello</html>')
    else response.end(body['response_format'] === 'pcm' ? tone(24_000) : wave(tone(24_000)))
  })()
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
const base = { base_url: `http://127.0.0.1:${port}/v1`, voices: ['nova', 'onyx'], api_key: 'SPEECH_KEY' }
const network = [`127.0.0.1:${port}`]

testManifest(directory)
testSpeechPlugin(plugin, {
  directory,
  settings: base,
  secrets,
  network,
  voice: 'nova',
  longText: 'tides '.repeat(2000),
  begun: () => waiting.size > 0,
  unavailable: {},
})

test('asks as the protocol says, the key as a header', async () => {
  await using speech = await startPlugin(plugin, { directory, settings: { ...base, format: 'pcm' }, secrets, network })
  const { samples, sampleRate } = await speech.speak('Hello.', { voice: 'onyx', signal })
  expect([samples.length, sampleRate]).toEqual([24_000, 24_000])
  expect(asked.at(-1)).toEqual({
    body: { model: 'tts-1', input: 'Hello.', voice: 'onyx', response_format: 'pcm' },
    authorization: 'Bearer planted-secret-value',
  })
})

test.each([
  [{ model: 'busy' }, { code: 'SPEECH_OPENAI_REFUSED', details: { transient: true, retryAfterMs: 7000 } }],
  [{ model: 'endless' }, { code: 'SPEECH_OPENAI_REFUSED', details: { transient: true } }],
  [{ model: 'page' }, { code: 'SPEECH_OPENAI_RESPONSE_INVALID', details: { maybePaid: true } }],
  [{ max_bytes: 1000 }, { code: 'SPEECH_OPENAI_RESPONSE_INVALID' }],
  [{ base_url: 'http://127.0.0.1:1/v1' }, { code: 'SPEECH_OPENAI_UNREACHABLE', details: { transient: true } }],
  [{ api_key: 'OTHER' }, { code: 'SPEECH_OPENAI_NOT_CONFIGURED' }],
])('says what went wrong with %j', async (settings, error) => {
  const options = { directory, settings: { ...base, ...settings }, secrets, network: [...network, '127.0.0.1:1'] }
  await using speech = await startPlugin(plugin, options)
  await expect(speech.speak('Hello.', { voice: 'nova', signal })).rejects.toMatchObject(error)
})

test.each([
  [{ base_url: 'http://voices.example/v1' }, 'is sent over https only, or to this machine'],
  [{ base_url: 'https://user:pw@voices.example/v1' }, 'without user, query and fragment'],
  [{ base_url: 'https://voices.example/v1?key=1' }, 'without user, query and fragment'],
  [{ api_key: 'sk-planted-secret' }, 'not the secret itself'],
  [{ voice: 'nova' }, 'voice'],
])('the settings %j are refused', async (settings, why) => {
  const options = { directory, settings: { ...base, ...settings }, secrets, network }
  const error: unknown = await startPlugin(plugin, options).catch((error: unknown) => error)
  expect(String(error)).toContain(why)
  expect(String(error)).not.toContain('sk-planted')
})

test('a server on another machine is asked over http where no key is sent', async () => {
  const settings = { base_url: 'http://voices.example/v1' }
  await using speech = await startPlugin(plugin, { directory, settings })
  expect(await speech.state({ signal })).toMatchObject({ available: true })
})

test('a key that the server repeats where its words are cut is not shown', async () => {
  const settings = { ...base, model: 'repeats' }
  await using speech = await startPlugin(plugin, { directory, settings, secrets, network })
  const error: unknown = await speech.speak('Hello.', { voice: 'nova', signal }).catch((error: unknown) => error)
  expect(error).toMatchObject({ code: 'SPEECH_OPENAI_REFUSED', details: { status: 401 } })
  expect(String(error)).not.toContain('pla')
})

test('a key is not shown that is cut where reading ends, after so many that little is left of them', async () => {
  const key = `planted-${Array.from({ length: 300 }, (_, at) => at).join('-')}`
  const settings = { ...base, model: 'echoes' }
  await using speech = await startPlugin(plugin, { directory, settings, secrets: { SPEECH_KEY: key }, network })
  const error: unknown = await speech.speak('Hello.', { voice: 'nova', signal }).catch((error: unknown) => error)
  expect(error).toMatchObject({ code: 'SPEECH_OPENAI_REFUSED', message: expect.stringMatching(/: [*]+$/) })
})

test.each([
  [Object.assign(new Error('broken pipe'), { code: 'EPIPE', hint: 'none' })],
  [new CodedError('FETCH_UNREACHABLE', 'It broke.', { details: { reason: 'broken pipe' } })],
])('what breaks the connection is told as that: %s', async (failed) => {
  const speech = await plugin.setup({
    config: SpeechSettings.parse({ base_url: base.base_url }),
    dataDir: directory,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    now: () => 0,
    secret: () => Promise.resolve(undefined),
    socket: () => Promise.reject(new Error('no network')),
    fetch: () => Promise.reject(failed),
  })
  await expect(speech.speak('Hello.', { voice: 'nova', signal })).rejects.toMatchObject({
    code: 'SPEECH_OPENAI_UNREACHABLE',
    message: `${base.base_url}/audio/speech can't be reached: broken pipe.`,
    details: { transient: true },
  })
})

test.each([
  [{ price: 15 }, 0.00009],
  [{ price: 0 }, 0],
  [{}, undefined],
])('says beforehand what a text costs with %j', async (settings, usd) => {
  await using speech = await startPlugin(plugin, { directory, settings: { ...base, ...settings }, secrets, network })
  expect(await speech.estimate?.('Hello.')).toBe(usd)
})
