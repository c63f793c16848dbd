import { expect, test } from 'vitest'
import { planLines, subjectsOf } from './research.ts'

test('words are the topic, addresses are read', () => {
  expect(subjectsOf({ subjects: ['spring tides'] })).toEqual({ topic: 'spring tides', urls: [] })
  const urls = ['https://a.example/x', 'ftp://x.example/z', 'https://']
  expect(subjectsOf({ subjects: [...urls, 'neap'], topic: 'tides' })).toEqual({ topic: 'tides neap', urls })
  // An address among the words of a topic is part of it.
  expect(subjectsOf({ subjects: ['what ftp://x.example serves'] }).topic).toBe('what ftp://x.example serves')
})

const plan: Parameters<typeof planLines>[0] = {
  dry_run: true,
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
  sources: ['journals', 'web'],
  readers: ['reader'],
  generator: 'composer',
  writer: 'unpriced',
  skipped: [],
  documents: 40,
  costs: { ask: 0.03, read: 0.08, write: 0.3 },
  estimated_cost_usd: 0.41,
}

test('a deep run may read through a service and have a source write', () => {
  expect(planLines(plan)).toEqual([
    'would ask  journals, web  at most $0.030',
    'through    reader, up to 40 documents  at most $0.080',
    'written by composer  about $0.300',
    'cost       $0.410 plus the writer, unpriced; the budget ends it at $1.000',
    'query      spring tides',
    'dry run    nothing was asked',
  ])
})

test('addresses ask nobody', () => {
  const costs = { ask: 0, read: 0.002, write: 0 }
  const asked = { sources: [], urls: ['https://a.example/'], documents: 1, costs, estimated_cost_usd: 0.002 }
  expect(planLines({ ...plan, ...asked, generator: undefined, writer: 'none' }).slice(0, 4)).toEqual([
    'would ask  nobody  at most $0.000',
    'would read https://a.example/',
    'through    reader, up to 1 document  at most $0.002',
    'cost       $0.002; the budget ends it at $1.000',
  ])
})
