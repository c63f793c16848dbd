import { createHash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from '@datacortex/plugin'
import { type Podcast, type PodcastScript, createPodcast } from '@datacortex/research'
import type { Benchmark } from './measure/benchmark.ts'

/** Ten minutes of two voices with the back end that is always there, twice without a clip from before, and once with. */
export const podcastSpeed: Benchmark = {
  name: 'podcast-speed',
  async run(bench) {
    const folder = await bench.makeFolder()
    bench.tell('speaking ten minutes twice')
    const first = await episode(folder, 'first')
    const second = await episode(folder, 'second')
    const again = await episode(folder, 'second')
    const row = (name: string, { podcast, ms }: Episode): readonly string[] => [
      name,
      (podcast.durationMs / 60_000).toFixed(1),
      (ms / 1000).toFixed(1),
      (podcast.durationMs / ms).toFixed(0),
      String(podcast.spoken),
      String(podcast.fromCache),
    ]
    return {
      tables: [
        {
          title: 'Two voices offline',
          columns: ['', 'minutes', 'seconds', 'times real time', 'clips spoken', 'from before'],
          rows: [row('first', first), row('second, other folder', second), row('again, clips are there', again)],
        },
      ],
      checks: [
        { what: 'length', value: first.podcast.durationMs / 60_000, target: { atLeast: 10 }, unit: ' min' },
        {
          what: 'ten minutes of audio',
          value: (first.ms / first.podcast.durationMs) * 600,
          target: { atMost: 60 },
          unit: ' s',
        },
        { what: 'files with the same SHA-256', value: first.hash === second.hash ? 2 : 1, target: { atLeast: 2 } },
        { what: 'clips spoken again', value: again.podcast.spoken, target: { atMost: 0 } },
      ],
    }
  },
}

type Episode = { readonly podcast: Podcast; readonly ms: number; readonly hash: string }

async function episode(folder: string, name: string): Promise<Episode> {
  const own = join(folder, name)
  await mkdir(own, { recursive: true })
  const start = performance.now()
  await using speech = await startFlite(own)
  const options = {
    speech: [{ name: 'speech-flite', speech }],
    cacheDirectory: join(own, 'clips'),
    out: join(own, 'out'),
  }
  const podcast = await createPodcast({ script, ...options }, { signal: new AbortController().signal })
  const ms = performance.now() - start
  const [file] = podcast.files
  if (podcast.status !== 'complete' || file === undefined) throw new Error(`The episode is ${podcast.status}.`)
  return {
    podcast,
    ms,
    hash: createHash('sha256')
      .update(await readFile(file))
      .digest('hex'),
  }
}

/** The built module: its worker has to be found beside it. */
async function startFlite(dataDir: string) {
  const file = new URL('../../plugins/speech-flite/dist/index.js', import.meta.url).href
  const { plugin }: { readonly plugin: Plugin<'speech', object> } = await import(file)
  const speech = await plugin.setup({
    config: {},
    dataDir,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    socket: () => Promise.reject(new Error('no network')),
    fetch: () => Promise.reject(new Error('no network')),
    secret: () => Promise.resolve(undefined),
    now: Date.now,
  })
  return { ...speech, [Symbol.asyncDispose]: async () => await speech[Symbol.asyncDispose]?.() }
}

const facts = [
  'The tide rises and falls twice in 24 hours and 50 minutes, because the moon moves on while the earth turns.',
  'At new and full moon, sun and moon pull along one line, and the range grows by about 20 % above the average.',
  'In the narrow bay the water climbs more than 12 metres, which is the height of a house with four floors.',
  'Harbours publish tables a year ahead; wind and air pressure can still move the water by 30 cm and more.',
]

/** Turns of the length that people speak; each is another text, so that none is taken from before. */
const script: PodcastScript = {
  title: 'Ten minutes about tides',
  language: 'en',
  turns: Array.from({ length: 44 }, (_, turn) => ({
    speaker: turn % 2 === 0 ? 'Ann' : 'Bo',
    text: `Point ${turn + 1}. ${facts
      .map((_fact, at) => facts[(at + turn) % facts.length])
      .slice(0, 2)
      .join(' ')}`,
    claimIds: [],
  })),
}
