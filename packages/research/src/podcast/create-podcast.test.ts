import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { CodedError } from '@datacortex/errors'
import type { Speech } from '@datacortex/plugin'
import { standingClock } from '@datacortex/sources/fixtures'
import { afterAll, expect, test, vi } from 'vitest'
import { type Podcast, createPodcast } from './create-podcast.ts'
import type { NamedSpeech, PodcastScript } from './script.ts'

const { signal } = new AbortController()
const root = await mkdtemp(join(tmpdir(), 'datacortex-podcast-'))
afterAll(() => rm(root, { recursive: true, force: true }))
const script: PodcastScript = {
  title: 'Tides\nof May',
  language: 'en',
  turns: [
    { speaker: 'Ann', text: 'Welcome.', claimIds: [] },
    { speaker: 'Bo', text: 'The tide rose by 5 %.', claimIds: ['c1', 'c2'] },
    { speaker: 'Ann', text: 'Thanks & bye.', claimIds: [] },
  ],
}

type Fake = NamedSpeech & { readonly said: string[] }

/** A tone as long as the text. */
function fake(
  name: string,
  { rate = 16_000, speak, ...rest }: Partial<Speech> & { readonly rate?: number } = {},
): Fake {
  const said: string[] = []
  const voices = [
    { id: 'one', language: 'en-US' },
    { id: 'two', language: 'en-GB' },
  ]
  const speech: Speech = {
    version: '1',
    deterministic: true,
    state: () => Promise.resolve({ available: true, voices }),
    async speak(text, options) {
      said.push(`${options.voice}: ${text}`)
      await speak?.(text, options)
      return { samples: new Int16Array(text.length * 100).fill(1000), sampleRate: rate }
    },
    ...rest,
  }
  return { name, speech, said }
}

async function folder(): Promise<{
  readonly cacheDirectory: string
  readonly out: string
  readonly directory: string
}> {
  const directory = await mkdtemp(join(root, 'run-'))
  return { directory, cacheDirectory: join(directory, 'clips'), out: join(directory, 'episode') }
}

function refusing(): never {
  throw new CodedError('TEST_REFUSED', 'It refused.', { hint: 'Wait.' })
}

test('a clip for each turn, one file, a transcript with times and claims', async () => {
  const speech = fake('a')
  const { directory, ...places } = await folder()
  const progress: number[] = []
  const podcast = await createPodcast(
    { script, speech: [speech], ...places },
    { signal, onProgress: ({ done }) => progress.push(done) },
  )
  expect(speech.said.toSorted()).toEqual([
    'one: Thanks and bye.',
    'one: Welcome.',
    'two: The tide rose by five percent.',
  ])
  expect(podcast).toMatchObject({ status: 'complete', missing: [], spoken: 3, fromCache: 0, remarks: [] })
  expect(progress).toEqual([1, 2, 3])
  expect((await readdir(directory)).toSorted()).toEqual(['clips', 'episode.vtt', 'episode.wav'])
  const wave = await readFile(join(directory, 'episode.wav'))
  const samples = (8 + 30 + 15) * 100 + 2 * 5600
  expect([wave.length, wave.readUInt32LE(40), wave.readUInt32LE(24)]).toEqual([44 + samples * 2, samples * 2, 16_000])
  expect(podcast.durationMs).toBe(Math.round(samples / 16))
  expect(await readFile(join(directory, 'episode.vtt'), 'utf8')).toMatchInlineSnapshot(`
    "WEBVTT - Tides of May

    00:00:00.000 --> 00:00:00.050
    <v Ann>Welcome.</v>

    c1 c2
    00:00:00.400 --> 00:00:00.588
    <v Bo>The tide rose by 5 %.</v>

    00:00:00.938 --> 00:00:01.031
    <v Ann>Thanks &amp; bye.</v>

    "
  `)
})

test('only the clip that failed is made again', async () => {
  const places = await folder()
  let isDown = true
  const speech = fake('a', {
    speak: (text) =>
      isDown && text.includes('tide') ? refusing() : Promise.resolve({ samples: new Int16Array(), sampleRate: 1 }),
  })
  const first = await createPodcast({ script, speech: [speech], ...places }, { signal })
  expect(first).toMatchObject({ status: 'partial', missing: [{ turn: 1, reason: 'a: It refused.' }], spoken: 2 })
  expect(first.files).toEqual([`${places.out}.partial.wav`, `${places.out}.partial.vtt`])
  expect(await readFile(`${places.out}.partial.vtt`, 'utf8')).toContain('NOTE Missing: turn 2, Bo: a: It refused.')
  isDown = false
  speech.said.length = 0
  const second = await createPodcast({ script, speech: [speech], ...places }, { signal })
  expect(second).toMatchObject({ status: 'complete', missing: [], spoken: 1, fromCache: 2 })
  expect(speech.said).toEqual(['two: The tide rose by five percent.'])
  expect((await readdir(places.directory)).toSorted()).toEqual(['clips', 'episode.vtt', 'episode.wav'])
})

test('another back end speaks what the first could not, at the higher rate', async () => {
  const places = await folder()
  const first = fake('a', {
    speak: (text) =>
      text.includes('tide') ? refusing() : Promise.resolve({ samples: new Int16Array(), sampleRate: 1 }),
  })
  const podcast = await createPodcast({ script, speech: [first, fake('b', { rate: 24_000 })], ...places }, { signal })
  expect(podcast.status).toBe('complete')
  expect((await readFile(`${places.out}.wav`)).readUInt32LE(24)).toBe(24_000)
})

test('a clip that was cut in the cache is made again', async () => {
  const places = await folder()
  const speech = fake('a')
  await createPodcast({ script, speech: [speech], ...places }, { signal })
  const [clip = ''] = await readdir(places.cacheDirectory)
  await writeFile(join(places.cacheDirectory, clip), 'RIFF')
  expect(await createPodcast({ script, speech: [speech], ...places }, { signal })).toMatchObject({
    spoken: 1,
    fromCache: 2,
  })
})

test.each([
  ['a clip', { clipTimeoutMs: 30 }, 30, 'a took longer than 30 ms'],
  ['a clip, if nothing else is said', {}, 60_000, 'a took longer than 60000 ms'],
  ['an episode', { episodeTimeoutMs: 30 }, 30, 'the time for the episode was over'],
  ['an episode, if nothing else is said', { clipTimeoutMs: 700_000 }, 600_000, 'the time for the episode was over'],
])('the time for %s', async (_, limits, limitMs, reason) => {
  standingClock()
  const begun = Promise.withResolvers<void>()
  let speaking = 0
  const hangs = fake('a', {
    speak: async () => {
      speaking += 1
      if (speaking === script.turns.length) begun.resolve()
      return await new Promise(() => undefined)
    },
  })
  const made = vi.fn<(podcast: Podcast) => Podcast>((podcast) => podcast)
  const places = await folder()
  const making = createPodcast({ script, speech: [hangs], concurrency: 3, ...limits, ...places }, { signal }).then(made)
  await begun.promise
  await vi.advanceTimersByTimeAsync(limitMs - 1)
  expect(made).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  const podcast = await making
  expect(podcast).toMatchObject({ status: 'script', files: [] })
  expect(podcast.missing.map((missing) => missing.reason)).toEqual([reason, reason, reason])
})

test('no voice for the language, no back end: the script is what there is, and why', async () => {
  const absent = fake('b', { state: () => Promise.resolve({ available: false, reason: 'not installed' }) })
  const german = { ...script, language: 'de' }
  const podcast = await createPodcast({ script: german, speech: [fake('a'), absent], ...(await folder()) }, { signal })
  expect(podcast).toMatchObject({ status: 'script', remarks: ['a has no voice for de', 'b: not installed'] })
})

test('a turn without words is not missing, and who gives up gets no file', async () => {
  const turns = [...script.turns, { speaker: 'Bo', text: '…', claimIds: [] }]
  expect(
    await createPodcast({ script: { ...script, turns }, speech: [fake('a')], ...(await folder()) }, { signal }),
  ).toMatchObject({ status: 'complete' })
  const places = await folder()
  const controller = new AbortController()
  const stops = fake('a', {
    speak(_, options) {
      controller.abort(new Error('given up'))
      throw options.signal.reason
    },
  })
  await expect(createPodcast({ script, speech: [stops], ...places }, { signal: controller.signal })).rejects.toThrow(
    'given up',
  )
  expect(await readdir(places.directory)).toEqual([])
})

test('every file comes to its place by the one who is to write it', async () => {
  const { directory, ...places } = await folder()
  const bin = join(directory, 'bin')
  await mkdir(bin)
  await writeFile(join(bin, 'lame'), '#!/bin/sh\nfor last; do :; done\necho small > "$last"\n', { mode: 0o755 })
  vi.stubEnv('PATH', `${bin}:/bin:/usr/bin`)
  const written: string[] = []
  const write = async (file: string, data: string | Uint8Array): Promise<void> => {
    written.push(relative(directory, file))
    await writeFile(file, data)
  }
  const { files } = await createPodcast({ script, speech: [fake('a')], formats: ['mp3'], write, ...places }, { signal })
  expect(written.toSorted()).toEqual(['episode.mp3', 'episode.vtt', 'episode.wav'])
  expect(files.map((file) => relative(directory, file)).toSorted()).toEqual(written.toSorted())
  expect(await readFile(join(directory, 'episode.mp3'), 'utf8')).toBe('small\n')
  expect((await readdir(join(directory, 'clips'))).every((name) => name.endsWith('.wav'))).toBe(true)
})

test('a program that is not installed is a remark', async () => {
  vi.stubEnv('PATH', '/nowhere')
  const podcast = await createPodcast(
    { script, speech: [fake('a')], formats: ['mp3'], ...(await folder()) },
    { signal },
  )
  expect(podcast).toMatchObject({
    status: 'complete',
    remarks: ['no program for mp3 is installed: lame, opusenc or ffmpeg'],
  })
})
