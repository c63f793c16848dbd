import { expect, test } from 'vitest'
import { config, researchSpace } from './__fixtures__/research-space.ts'
import { runResearch } from './run-research.ts'

const { signal } = new AbortController()
const urls = ['https://journal.example/northbay', 'https://journal.example/nope', 'https://forbidden.example/page']

test('an address that was asked for and not read is skipped with its reason', async () => {
  const { ports } = await researchSpace()
  const result = await runResearch({ ...config, urls, denyDomains: ['forbidden.example'] }, ports, { signal })
  expect(result.skipped).toHaveLength(2)
  expect(result.skipped).toEqual(
    expect.arrayContaining([
      { source: urls[1], reason: expect.stringContaining('404') },
      { source: urls[2], reason: expect.stringContaining('forbid') },
    ]),
  )
})

test('addresses in the place of a topic are no words that findings lack', async () => {
  const { ports, read } = await researchSpace()
  const topic = urls.slice(0, 2).join(' ')
  const { report_path: path = '' } = await runResearch({ ...config, topic, urls: urls.slice(0, 2) }, ports, { signal })
  const report = await read(path)
  expect(report).toContain('could not be read')
  expect(report).not.toContain('No finding speaks of')
})
