import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ownPaths, spacePaths } from '@datacortex/platform'
import type { ResearchConfig } from '@datacortex/research'
import { openSources } from '@datacortex/sources'
import { expect, onTestFinished, test } from 'vitest'
import { type PlanPorts, planOf } from './plan-research.ts'

const config: ResearchConfig = {
  topic: 'spring tides',
  urls: [],
  depth: 'deep',
  podcast: false,
  space: '0-personal',
  threshold: 0.6,
  maxDocuments: 40,
  budget: { usd: 1, calls: 100, minutes: 10 },
  allowDomains: [],
  denyDomains: [],
}

const writer: PlanPorts['writer'] = { generate: () => Promise.reject(new Error('nobody is asked')) }

function entry(id: string, layers: string, usd: number): string {
  return `  ${id}: {type: api, module: source-${id}, tool: ${id}, layers: [${layers}], content_type: documents, description: A source, cost_per_call: ${usd}}\n`
}

async function ports(): Promise<PlanPorts> {
  const root = await mkdtemp(join(tmpdir(), 'datacortex-plan-'))
  onTestFinished(async () => await rm(root, { recursive: true, force: true }))
  const paths = ownPaths(spacePaths(root))
  await mkdir(dirname(paths.sourcesFile), { recursive: true })
  const entries = [
    entry('journals', 'search, research', 0.01),
    entry('web', 'research', 0.02),
    entry('reader', 'gather', 0.002),
    entry('composer', 'synthesize', 0.3),
  ]
  await writeFile(paths.sourcesFile, `sources:\n${entries.join('')}`)
  const refuse = (): Promise<never> => Promise.reject(new Error('nobody is asked'))
  const secret = (): Promise<undefined> => Promise.resolve(undefined)
  const sources = await openSources(paths, { loadSource: refuse, fetch: refuse, secret, now: () => 0 })
  onTestFinished(async () => await sources[Symbol.asyncDispose]())
  return { sources }
}

test('a deep run may read through a service and have a source write', async () => {
  expect(await planOf(config, { ...(await ports()), writer })).toMatchObject({
    sources: ['journals', 'web'],
    readers: ['reader'],
    generator: 'composer',
    writer: 'unpriced',
    documents: 40,
    costs: { ask: 0.03, read: 0.08, write: 0.3 },
    estimated_cost_usd: 0.41,
  })
})

test('other depths have no source write, and addresses ask nobody', async () => {
  const own = await ports()
  const standard = await planOf({ ...config, depth: 'standard', maxDocuments: 20 }, own)
  expect(standard).toMatchObject({ writer: 'none', estimated_cost_usd: 0.07 })
  expect(standard.generator).toBeUndefined()
  const addresses = await planOf({ ...config, depth: 'quick', urls: ['https://a.example/'] }, own)
  expect(addresses).toMatchObject({ sources: [], documents: 1, costs: { ask: 0, read: 0.002, write: 0 } })
})
