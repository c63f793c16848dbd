import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { readWave } from '@datacortex/plugin'
import { fileURLToPath } from 'node:url'
import { startPlugin, testManifest, testSpeechPlugin } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { plugin } from './plugin.ts'

const directory = fileURLToPath(new URL('..', import.meta.url))
const { signal } = new AbortController()

testManifest(directory)
testSpeechPlugin(plugin, {
  directory,
  settings: { workers: 2 },
  voice: 'slt',
  longText: 'tides '.repeat(2000),
  // Each clip has a folder while it is spoken.
  begun: () => readdirSync(tmpdir()).some((name) => name.startsWith('datacortex-clip-')),
})

test('speaks with each of its voices, several at once, each as if alone', async () => {
  await using speech = await startPlugin(plugin, { directory, settings: { workers: 2 } })
  const alone = await speech.speak('Good morning.', { voice: 'rms', signal })
  const ids = ['slt', 'rms', 'awb', 'kal16', 'kal']
  const clips = await Promise.all(ids.map((voice) => speech.speak('Good morning.', { voice, signal })))
  expect(clips.map(({ sampleRate }) => sampleRate)).toEqual([16000, 16000, 16000, 16000, 8000])
  expect(clips[1]).toEqual(alone)
})

test('takes what looks like an option as text', async () => {
  await using speech = await startPlugin(plugin, { directory })
  const { samples } = await speech.speak('--help -o /etc/passwd', { voice: 'slt', signal })
  expect(samples.length).toBeGreaterThan(8000)
})

test('what is no WAV file of one channel with 16 bits is none', () => {
  expect(readWave(new Uint8Array(10))).toBeUndefined()
  expect(readWave(new Uint8Array(100))).toBeUndefined()
})
