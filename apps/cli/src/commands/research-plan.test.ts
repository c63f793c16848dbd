import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { spacePaths } from '@datacortex/platform'
import type { ResearchConfig } from '@datacortex/research'
import { openSources } from '@datacortex/research'
import { expect, onTestFinished, test } from 'vitest'
import type { PlanPorts } from './research-plan.ts'
import { researchPlan } from './research-plan.ts'

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
  const paths = spacePaths(root)
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
  const { data, lines } = await researchPlan(config, { ...(await ports()), writer })
  expect(data).toMatchObject({ readers: ['reader'], generator: 'composer', writer: 'unpriced' })
  expect(lines).toEqual([
    'would ask  journals, web  at most $0.030',
    'through    reader, up to 40 documents  at most $0.080',
    'written by composer  about $0.300',
    'cost       $0.410 plus the writer, unpriced; the budget ends it at $1.000',
    'query      spring tides',
    'dry run    nothing was asked',
  ])
})

test('other depths have no source write, and addresses ask nobody', async () => {
  const own = await ports()
  const standard = await researchPlan({ ...config, depth: 'standard', maxDocuments: 20 }, own)
  expect(standard.lines).toContain('cost       $0.070; the budget ends it at $1.000')
  expect(standard.data).toMatchObject({ writer: 'none' })
  const addresses = await researchPlan({ ...config, depth: 'quick', urls: ['https://a.example/'] }, own)
  expect(addresses.lines.slice(0, 4)).toEqual([
    'would ask  nobody  at most $0.000',
    'would read https://a.example/',
    'through    reader, up to 1 document  at most $0.002',
    'cost       $0.002; the budget ends it at $1.000',
  ])
})
