import { writeFile } from 'node:fs/promises'
import { CodedError } from '@datacortex/errors'
import { type FoundDocument, type Source, pluginError } from '@datacortex/plugin'
import { entry, openTestSources } from '@datacortex/sources/fixtures'
import { expect, test } from 'vitest'
import { listRuns } from '../runs/list-runs.ts'
import { config, researchSpace } from './__fixtures__/research-space.ts'
import type { ResearchPorts } from './research-ports.ts'
import { resumeResearch, runResearch } from './run-research.ts'

const { signal } = new AbortController()
const page = { id: 'page', title: 'tidal power plant at Northbay', url: 'https://journal.example/northbay' }

/** Two sources, one of which costs; what they find changes from call to call. */
async function spaceWith(
  answers: Readonly<Record<'free' | 'paid', readonly (readonly FoundDocument[] | 'down')[]>>,
  { yaml = `sources:\n${entry('free')}${entry('paid', ['cost_per_call: 0.01'])}` }: { readonly yaml?: string } = {},
) {
  const space = await researchSpace()
  const asked: string[] = []
  const written: string[] = []
  const source = (name: 'free' | 'paid'): Source => ({
    search: () => {
      const documents = answers[name][asked.filter((one) => one === name).length] ?? 'down'
      asked.push(name)
      if (documents !== 'down') return Promise.resolve({ documents })
      return Promise.reject(pluginError('SOURCE_FAILED', { source: name, reason: 'no network', transient: false }))
    },
  })
  await writeFile(space.paths.sourcesFile, yaml)
  const sources = await openTestSources(space.paths, { 'source-free': source('free'), 'source-paid': source('paid') })
  const writes: ResearchPorts['writes'] = {
    ...space.ports.writes,
    write: async (request, options) => {
      written.push(request.path)
      return await space.ports.writes.write(request, options)
    },
    writeAll: async (requests, options) => {
      written.push(...requests.map(({ path }) => path))
      return await space.ports.writes.writeAll(requests, options)
    },
  }
  return { ...space, ports: { ...space.ports, sources, writes }, asked, written }
}

test('no source is reachable: nothing is written, and resuming asks again what failed', async () => {
  const { ports, asked, written } = await spaceWith({ free: ['down', [page]], paid: ['down', [page]] })
  const failing = runResearch(config, ports, { signal })
  await expect(failing).rejects.toMatchObject({
    code: 'RESEARCH_NOTHING_READ',
    message:
      'Nothing was read about "tidal power plant at Northbay", so there is no report. free took no part: free did not answer: no network. paid took no part: paid did not answer: no network. Your notes speak of it: “Northbay”; what they say: datacortex search \'tidal power plant at Northbay\'',
  })
  expect(written).toEqual([])
  const [run] = await listRuns(ports.paths)
  expect(run).toMatchObject({ state: 'failed', reason: expect.stringContaining('no network'), cost_usd: 0 })
  await expect(failing).rejects.toMatchObject({ hint: `datacortex research resume ${run?.id}` })
  const result = await resumeResearch(run?.id ?? '', ports, { signal })
  expect(result).toMatchObject({ state: 'done', skipped: [], found: { works: 1, selected: 1 }, cost: { usd: 0.01 } })
  expect(asked).toEqual(['free', 'paid', 'free', 'paid'])
  expect(await listRuns(ports.paths)).toMatchObject([{ state: 'done' }])
})

test('notes that only share a word with the topic, and those of given addresses, are not named', async () => {
  const { ports } = await spaceWith({ free: ['down'], paid: ['down'] })
  const far = { path: 'a.md', title: 'Power', text: 'Who has power, and why.' }
  for (const [more, own] of [
    [{}, { localNotes: () => Promise.resolve([far]) }],
    [{ urls: ['https://journal.example/northbay'] }, {}],
  ] as const) {
    const readPage: ResearchPorts['readPage'] = () =>
      Promise.reject(pluginError('SOURCE_FAILED', { source: 'journal', reason: 'no network', transient: true }))
    const failing = runResearch({ ...config, ...more }, { ...ports, ...own, readPage }, { signal })
    await expect(failing).rejects.toMatchObject({
      code: 'RESEARCH_NOTHING_READ',
      message: expect.not.stringContaining('notes'),
    })
  }
})

test('what answered is kept and not paid for again; a page that could not be read is read again', async () => {
  const { ports, asked, written } = await spaceWith({ free: ['down', []], paid: [[page]] })
  let isDown = true
  const readPage: ResearchPorts['readPage'] = async (url, options) =>
    isDown
      ? await Promise.reject(pluginError('SOURCE_FAILED', { source: 'journal', reason: 'no network', transient: true }))
      : await ports.readPage(url, options)
  await expect(runResearch(config, { ...ports, readPage }, { signal })).rejects.toMatchObject({
    message: expect.stringContaining('"tidal power plant at Northbay" could not be read: journal did not answer'),
  })
  expect(written).toEqual([])
  isDown = false
  const [run] = await listRuns(ports.paths)
  const result = await resumeResearch(run?.id ?? '', { ...ports, readPage }, { signal })
  expect(result).toMatchObject({ state: 'done', cost: { usd: 0.01 } })
  expect(result.findings.length).toBeGreaterThan(0)
  expect(asked).toEqual(['free', 'paid', 'free'])
})

test('all of it below the threshold: a selection goes on with it', async () => {
  const { ports, asked } = await spaceWith({ free: [[page]], paid: [[]] })
  const failing = runResearch({ ...config, threshold: 1.1 }, ports, { signal })
  await expect(failing).rejects.toMatchObject({
    message: expect.stringContaining('1 of what was found was left out: below the threshold.'),
    hint: expect.stringMatching(/^datacortex research resume r-\w+ --select all$/),
  })
  const [run] = await listRuns(ports.paths)
  const result = await resumeResearch(run?.id ?? '', ports, { signal, select: 'all' })
  expect(result).toMatchObject({ state: 'done', found: { selected: 1 } })
  expect(asked).toEqual(['free', 'paid'])
})

test('what failed and what was left out is told before sources that could not be asked', async () => {
  const keyed = ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].map((id) => entry(id, ['api_key: SOME_API_KEY']))
  const yaml = `sources:\n${keyed.join('')}${entry('free')}${entry('paid')}`
  const { ports } = await spaceWith({ free: [[page]], paid: ['down'] }, { yaml })
  await expect(runResearch({ ...config, threshold: 1.1 }, ports, { signal })).rejects.toMatchObject({
    message: expect.stringMatching(
      /no report\. paid took no part: paid did not answer: no network\. 1 of what was found was left out: below the threshold\. b took no part: its key is missing/,
    ),
  })
})

test('nothing was found: other words are asked for', async () => {
  const { ports } = await spaceWith({ free: [[]], paid: [[]] })
  await expect(runResearch(config, ports, { signal })).rejects.toMatchObject({
    message: expect.stringContaining('No source found anything.'),
    hint: 'Ask in other words, or with more sources: datacortex source list',
  })
})

test('a source without its key stands in the way of no hint', async () => {
  const keyed = `sources:\n${entry('free')}${entry('paid', ['api_key: PAID_API_KEY'])}`
  const hintOf = async (answers: readonly FoundDocument[], threshold: number): Promise<string | undefined> => {
    const { ports } = await spaceWith({ free: [answers], paid: [] }, { yaml: keyed })
    const error: unknown = await runResearch({ ...config, threshold }, ports, { signal }).catch(
      (reason: unknown) => reason,
    )
    expect(error).toMatchObject({ message: expect.stringContaining('paid took no part: its key is missing') })
    return CodedError.is(error) ? error.hint : undefined
  }
  expect(await hintOf([page], 1.1)).toMatch(/^datacortex research resume r-\w+ --select all$/)
  expect(await hintOf([], 0)).toBe('Ask in other words, or with more sources: datacortex source list')
})

test('one source failed, and what the other found was left out: a selection asks again and goes on', async () => {
  const { ports, asked } = await spaceWith({ free: [[page]], paid: ['down', []] })
  await expect(runResearch({ ...config, threshold: 1.1 }, ports, { signal })).rejects.toMatchObject({
    hint: expect.stringMatching(/--select all$/),
  })
  const [run] = await listRuns(ports.paths)
  expect(await resumeResearch(run?.id ?? '', ports, { signal, select: 'all' })).toMatchObject({ state: 'done' })
  expect(asked).toEqual(['free', 'paid', 'paid'])
})

test('no source can be asked: the list of them is pointed at', async () => {
  const yaml = `sources:\n${entry('free', ['api_key: FREE_API_KEY'])}${entry('paid', ['api_key: PAID_API_KEY'])}`
  const { ports } = await spaceWith({ free: [], paid: [] }, { yaml })
  await expect(runResearch(config, ports, { signal })).rejects.toMatchObject({
    hint: expect.stringMatching(
      /^See why no source takes part: datacortex source list; then datacortex research resume r-\w+$/,
    ),
  })
})

test('the task that asked stays open, and says why; one for which there are metrics is done', async () => {
  const { ports, read, written } = await spaceWith({ free: ['down'], paid: ['down'] })
  const file = '0-personal/org/research_learning.org'
  await ports.writes.write({ path: file, text: '* TODO Northbay :AI:research:\n', expected: 'absent' })
  const task = { file, title: 'Northbay' }
  await expect(runResearch({ ...config, task }, ports, { signal })).rejects.toMatchObject({
    code: 'RESEARCH_NOTHING_READ',
  })
  expect(written).toEqual([file, file])
  expect(await read(file)).toBe(
    '* TODO Northbay :AI:research:\n:PROPERTIES:\n:RESEARCH_FAILED: 2026-11-22 nothing could be read\n:END:\n',
  )
  const metrics = { id: 'power', title: 'tidal power plant at Northbay', data: [{ year: 2024, megawatts: 240 }] }
  const counted = await spaceWith({ free: [[metrics]], paid: [[]] })
  await counted.ports.writes.write({ path: file, text: '* TODO Northbay :AI:research:\n', expected: 'absent' })
  const result = await runResearch({ ...config, task, select: 'all' }, counted.ports, { signal })
  expect(result).toMatchObject({ state: 'done', problems: [] })
  const done = await counted.read(file)
  expect(done).toMatch(/^\* DONE Northbay :AI:research:\n/)
  expect(done).toContain(`:OUTPUT: ${result.report_path}`)
  expect(done).not.toContain('RESEARCH_FAILED')
})

test('a question as long as a page is not told back as a whole', async () => {
  const { ports } = await spaceWith({ free: ['down'], paid: ['down'] })
  const topic = 'tidal power plant at Northbay and the sea '.repeat(500)
  const error: unknown = await runResearch({ ...config, topic }, ports, { signal }).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'RESEARCH_NOTHING_READ' })
  expect(String(error).length).toBeLessThan(1500)
})
