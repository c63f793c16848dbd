import { writeFile } from 'node:fs/promises'
import type { Source } from '@datacortex/plugin'
import { entry, openTestSources } from '@datacortex/sources/fixtures'
import { expect, test } from 'vitest'
import { listRuns } from '../runs/list-runs.ts'
import { config, researchSpace } from './__fixtures__/research-space.ts'
import { pages } from './__fixtures__/tide-sources.ts'
import { resumeResearch, runResearch } from './run-research.ts'

const url = 'https://journal.example/northbay'

/** A space with a reader service that costs two cents a page. */
async function spaceWithReader(read: NonNullable<Source['read']>) {
  const space = await researchSpace()
  const lines = ['cost_per_call: 0.02', 'layers: [gather]']
  const yaml = entry('reader', lines).replace('    layers: [search, research]\n', '')
  await writeFile(space.paths.sourcesFile, `sources:\n${yaml}`)
  const sources = await openTestSources(space.paths, { 'source-reader': { read } })
  return { ...space, ports: { ...space.ports, sources } }
}

test('a page that a paid service was reading when the run was stopped is read without it', async () => {
  const stop = new AbortController()
  let calls = 0
  const { ports, asked } = await spaceWithReader(() => {
    calls += 1
    stop.abort(new Error('killed'))
    return new Promise(() => undefined)
  })
  const own = { ...config, urls: [url] }
  await expect(runResearch(own, ports, { signal: stop.signal })).rejects.toThrow('killed')
  expect([calls, asked]).toEqual([1, []])
  const [run] = await listRuns(ports.paths)
  const { signal } = new AbortController()
  const result = await resumeResearch(run?.id ?? '', ports, { signal })
  expect([calls, asked]).toEqual([1, [url]])
  expect(result.sources.map(({ status }) => status)).toContain('read')
  expect(result.cost).toEqual({ usd: 0.02, calls: 1 })
  expect(await resumeResearch(run?.id ?? '', ports, { signal })).toEqual(result)
})

test('what a paid service has read is not asked for again', async () => {
  let calls = 0
  const { ports, asked } = await spaceWithReader(() => {
    calls += 1
    return Promise.resolve({ title: 'Northbay', text: pages[url] ?? '', contentType: 'text/markdown', url })
  })
  const own = { ...config, urls: [url] }
  const stop = new AbortController()
  const stopping: typeof ports = {
    ...ports,
    onProgress: ({ phase }) => {
      if (phase === 'process') stop.abort(new Error('killed'))
    },
  }
  await expect(runResearch(own, stopping, { signal: stop.signal })).rejects.toThrow('killed')
  const [run] = await listRuns(ports.paths)
  const result = await resumeResearch(run?.id ?? '', ports, { signal: new AbortController().signal })
  expect([calls, asked]).toEqual([1, []])
  expect(result.cost.usd).toBe(0.02)
})

test('an address that is given twice is read and paid for once', async () => {
  let calls = 0
  const { ports } = await spaceWithReader(() => {
    calls += 1
    return Promise.resolve({ title: 'Northbay', text: pages[url] ?? '', contentType: 'text/markdown', url })
  })
  const { signal } = new AbortController()
  const result = await runResearch({ ...config, urls: [url, url] }, ports, { signal })
  expect(calls).toBe(1)
  expect(result).toMatchObject({ found: { documents: 1, works: 1, selected: 1 }, cost: { usd: 0.02 } })
})
