import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startPlugin, testManifest, testSpeechPlugin } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { plugin } from './plugin.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))
const command = fileURLToPath(new URL('__fixtures__/espeak.mjs', import.meta.url))
const { signal } = new AbortController()

testManifest(directory)
testSpeechPlugin(plugin, {
  directory,
  settings: { command },
  voice: 'de',
  longText: 'Ebbe und Flut. '.repeat(200),
  unavailable: { command: '/nowhere/espeak-ng' },
})

test('names its voices by their language', async () => {
  await using speech = await startPlugin(plugin, { directory, settings: { command } })
  const voices = [
    { id: 'de', language: 'de' },
    { id: 'en-gb', language: 'en-gb' },
  ]
  expect(await speech.state({ signal })).toEqual({ available: true, voices })
})

test('a voice is never an option, and a program without sound has failed', async () => {
  await using speech = await startPlugin(plugin, { directory, settings: { command } })
  await expect(speech.speak('Hi.', { voice: '--path=/etc', signal })).rejects.toMatchObject({
    code: 'SPEECH_ESPEAK_FAILED',
  })
  await using silent = await startPlugin(plugin, { directory, settings: { command: 'true' } })
  await expect(silent.speak('Hi.', { voice: 'de', signal })).rejects.toMatchObject({ code: 'SPEECH_ESPEAK_FAILED' })
  expect(await silent.state({ signal })).toEqual({ available: false, reason: 'true has no voices' })
})

test('the real program speaks', async ({ skip }) => {
  skip(spawnSync('espeak-ng', ['--version']).status !== 0, 'espeak-ng is not installed')
  await using speech = await startPlugin(plugin, { directory })
  const { samples } = await speech.speak('Guten Morgen.', { voice: 'de', signal })
  expect(samples.length).toBeGreaterThan(8000)
})
