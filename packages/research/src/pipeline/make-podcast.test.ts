import { Budget } from '@datacortex/sources'
import { expect, test } from 'vitest'
import { makePodcast } from './make-podcast.ts'
import type { ResearchPorts, RunInProgress } from './research-ports.ts'

const turns = [{ speaker: 'host', text: 'Today we talk about tides.', claimIds: [] }] as const

function spoken(speak: ResearchPorts['speak'], queue: string | undefined) {
  const budget = new Budget(
    { usd: 1, calls: 1, minutes: 1 },
    { spent: { usd: 0, calls: 0, ms: 59_999 }, elapsed: () => 0 },
  )
  const { signal } = new AbortController()
  const progress = {
    run: { record: { id: 'r-1' } },
    config: { topic: 'Tides', queue },
    ports: { speak },
    budget,
    signal,
  }
  const files = { audio: 'a.wav' }
  return makePodcast(turns, { ...progress, files, findings: [] } as unknown as RunInProgress &
    Parameters<typeof makePodcast>[1])
}

test('the time of a night ends its voices too, and those of a person who waits go on', async () => {
  const never: ResearchPorts['speak'] = async (_turns, { signal }) =>
    await new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('stopped')))
    })
  expect(await spoken(never, '2026-11-22')).toEqual({
    problems: ['there is a script and no audio: the time of the night was over'],
  })
  const speak: ResearchPorts['speak'] = async (_turns, { path }) => await Promise.resolve({ path, problems: [] })
  expect(await spoken(speak, undefined)).toEqual({ path: 'a.wav', problems: [] })
})
