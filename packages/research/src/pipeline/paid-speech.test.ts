import { join } from 'node:path'
import { CodedError } from '@datacortex/errors'
import type { Speech } from '@datacortex/plugin'
import { expect, test } from 'vitest'
import { createPodcast } from '../podcast/create-podcast.ts'
import { listRuns } from '../runs/list-runs.ts'
import { config, researchSpace } from './__fixtures__/research-space.ts'
import type { ResearchPorts } from './research-ports.ts'
import { resumeResearch, runResearch } from './run-research.ts'

const { signal } = new AbortController()
const podcast = { ...config, podcast: true }

/** A space whose scripts are spoken by one voice, a clip after the other. */
async function speakingSpace(over: Partial<Speech>) {
  const space = await researchSpace()
  const said: string[] = []
  const speech: Speech = {
    version: '1',
    deterministic: true,
    state: () => Promise.resolve({ available: true, voices: [{ id: 'one', language: 'en' }] }),
    ...over,
    speak: async (text, options) => {
      said.push(text)
      return (await over.speak?.(text, options)) ?? { samples: new Int16Array(1600).fill(1000), sampleRate: 16_000 }
    },
  }
  const speak: ResearchPorts['speak'] = async (turns, { path, title, language, paid, signal: within }) => {
    const episode = await createPodcast(
      {
        script: { title, language, turns },
        speech: [{ name: 'hosted', speech: paid(speech) }],
        cacheDirectory: join(space.paths.root, 'clips'),
        out: join(space.paths.root, path),
        concurrency: 1,
      },
      { signal: within },
    )
    return { problems: [...new Set(episode.missing.map(({ reason }) => reason))] }
  }
  return { ...space, ports: { ...space.ports, speak }, said }
}

test.each([
  ['a price', () => Promise.resolve(0.01), { usd: 0.01, calls: 1 }],
  ['no price', () => Promise.resolve(undefined), { usd: 0, calls: 1 }],
  ['no provider', undefined, { usd: 0, calls: 0 }],
])('clips of a voice with %s count in what a run spends', async (_, estimate, each) => {
  const { ports, said } = await speakingSpace({ estimate })
  const silent = await researchSpace()
  const { cost } = await runResearch(config, silent.ports, { signal })
  const result = await runResearch(podcast, ports, { signal })
  expect(said.length).toBeGreaterThan(3)
  expect(result.state).toBe('done')
  expect(result.cost.usd).toBeCloseTo(cost.usd + said.length * each.usd, 9)
  expect(result.cost.calls).toBe(cost.calls + said.length * each.calls)
})

test('a clip that does not fit into the budget is not asked for, and the run says so', async () => {
  const { ports, said } = await speakingSpace({ estimate: () => Promise.resolve(0.1) })
  const result = await runResearch({ ...podcast, budget: { ...config.budget, usd: 0.25 } }, ports, { signal })
  expect([said.length, result.cost.usd, result.state]).toEqual([2, 0.21, 'partial'])
  expect(result.problems).toContain('it ended early: the budget of money is spent')
  expect(result.problems).toContain('hosted: The budget of money is spent.')
})

test.each([
  ['that it may have been paid', { maybePaid: true }, 0.01],
  ['nothing of money', {}, 0],
])('a clip that fails, and says %s, is counted so', async (_, details, each) => {
  const { ports, said } = await speakingSpace({
    estimate: () => Promise.resolve(0.01),
    speak: () => Promise.reject(new CodedError('TEST_NO_SOUND', 'It is no sound.', { details })),
  })
  const result = await runResearch(podcast, ports, { signal })
  expect(result.problems).toContain('hosted: It is no sound.')
  expect(result.cost.usd).toBeCloseTo(0.01 + said.length * each, 9)
})

test('a resumed run pays for no clip twice: what was spoken is kept, what was cut off is missing', async () => {
  const stop = new AbortController()
  const { ports, said } = await speakingSpace({
    estimate: () => Promise.resolve(0.01),
    speak: (_, { signal: within }) => {
      if (said.length === 3) stop.abort(new Error('killed'))
      within.throwIfAborted()
      return Promise.resolve({ samples: new Int16Array(1600).fill(1000), sampleRate: 16_000 })
    },
  })
  await expect(runResearch(podcast, ports, { signal: stop.signal })).rejects.toThrow('killed')
  const [run] = await listRuns(ports.paths)
  const result = await resumeResearch(run?.id ?? '', ports, { signal })
  expect(new Set(said).size).toBe(said.length)
  expect(result.problems).toContain('hosted: It was stopped while it was spoken, and asking again could cost twice.')
  // A source, and every clip once.
  expect(result.cost.usd).toBeCloseTo(0.01 + said.length * 0.01, 9)
})
