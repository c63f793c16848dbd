import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Plugin } from '@datacortex/plugin'
import { type PodcastScript, createPodcast } from '@datacortex/research'
import { expect, test } from 'vitest'

const script: PodcastScript = {
  title: 'Tides',
  language: 'en',
  turns: [
    { speaker: 'Ann', text: 'When is the next **spring tide**?', claimIds: [] },
    { speaker: 'Bo', text: 'On 2026-05-16 — at new moon; the water rises 20 % higher.', claimIds: ['c1'] },
    { speaker: 'Ann', text: 'Thank you.', claimIds: [] },
  ],
}

test('two voices are spoken offline, the same bytes twice', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'datacortex-podcast-'))
  // A path that no tool follows: the program finds plugins at run time too.
  const file = new URL('../../plugins/speech-flite/src/index.ts', import.meta.url).href
  const { plugin }: { readonly plugin: Plugin<'speech', object> } = await import(/* @vite-ignore */ file)
  const speech = await plugin.setup({
    config: { workers: 2 },
    dataDir: folder,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    socket: () => Promise.reject(new Error('no network')),
    fetch: () => Promise.reject(new Error('no network')),
    secret: () => Promise.resolve(undefined),
    now: () => Date.UTC(2026, 0, 2),
  })
  try {
    const waves: Buffer[] = []
    for (const name of ['one', 'two']) {
      const places = { cacheDirectory: join(folder, name), out: join(folder, `${name}-episode`) }
      const podcast = await createPodcast(
        { script, speech: [{ name: 'speech-flite', speech }], ...places },
        { signal: new AbortController().signal },
      )
      expect(podcast).toMatchObject({ status: 'complete', spoken: 3, missing: [], remarks: [] })
      const { durationMs: heardMs } = podcast
      expect(heardMs).toBeGreaterThan(5000)
      waves.push(await readFile(`${places.out}.wav`))
    }
    expect(waves[0]?.equals(waves[1] ?? Buffer.alloc(0))).toBe(true)
  } finally {
    await speech[Symbol.asyncDispose]?.()
    await rm(folder, { recursive: true, force: true })
  }
})
