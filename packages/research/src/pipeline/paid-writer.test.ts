import { writeFile } from 'node:fs/promises'
import { CodedError } from '@datacortex/errors'
import type { Source, Writer, WriterRequest } from '@datacortex/plugin'
import { entry, openTestSources } from '@datacortex/sources/fixtures'
import { expect, test } from 'vitest'
import { listRuns } from '../runs/list-runs.ts'
import { config, researchSpace } from './__fixtures__/research-space.ts'
import { tideSources } from './__fixtures__/tide-sources.ts'
import { resumeResearch, runResearch } from './run-research.ts'

const { signal } = new AbortController()

/** A model that says the same of every text, for a price in US dollars. */
function pricedWriter(usd: number): { readonly writer: Writer; readonly asked: WriterRequest[] } {
  const asked: WriterRequest[] = []
  const generate: Writer['generate'] = (request) => {
    asked.push(request)
    const [quote = ''] = /[A-Z][^.\n]{40,}\./.exec(request.material ?? '') ?? []
    const summary = [{ sentence: `Words of a model: ${quote}`, quote }]
    const json = { summary, insights: [], zettels: [], tasks: [], opening: 'An opening.', findings: [] }
    return Promise.resolve({ text: JSON.stringify(json), json, model: 'test', cost_usd: usd })
  }
  return { writer: { generate }, asked }
}

test('a writer that costs more than the run may spend is asked once, and the report says so', async () => {
  const { writer, asked } = pricedWriter(0.2)
  const { ports, read } = await researchSpace({ writer })
  const budget = { ...config.budget, usd: 0.0001 }
  const result = await runResearch({ ...config, budget }, ports, { signal })
  expect(asked).toHaveLength(1)
  expect(result).toMatchObject({ state: 'partial', cost: { usd: 0.2 } })
  const count = result.literature_notes.length - 1
  const sentence = `The notes of ${count} documents are quotations, since no model worded them: The budget of money is spent.`
  expect(result.problems).toContain(sentence)
  expect(result.problems).toContain('no model worded it: The budget of money is spent.')
  expect(await read(result.report_path ?? '')).toContain(sentence)
  const notes = await Promise.all(result.literature_notes.map(read))
  expect(notes.filter((note) => note.includes('Words of a model: '))).toHaveLength(1)
})

test('a writer that knows its price is not asked at all where the run may not spend it', async () => {
  const { writer, asked } = pricedWriter(0.2)
  const { ports } = await researchSpace({ writer: { ...writer, estimate: () => Promise.resolve(0.3) } })
  const budget = { ...config.budget, usd: 0.25 }
  const result = await runResearch({ ...config, budget }, ports, { signal })
  expect(asked).toEqual([])
  expect(result).toMatchObject({ state: 'partial', cost: { usd: 0.01 } })
  // What a text really costs says more than the most it may cost.
  const other = pricedWriter(0.02)
  const space = await researchSpace({ writer: { ...other.writer, estimate: () => Promise.resolve(0.2) } })
  const enough = await runResearch({ ...config, budget }, space.ports, { signal })
  expect(other.asked).toHaveLength(enough.literature_notes.length + 1)
  expect(enough.state).toBe('done')
})

test('the calls of a writer are reserved: what it costs is counted, and calls are a limit for it too', async () => {
  const { writer, asked } = pricedWriter(0.02)
  const { ports } = await researchSpace({ writer })
  const result = await runResearch(config, ports, { signal })
  const calls = result.literature_notes.length + 1
  expect(asked).toHaveLength(calls)
  expect(result.state).toBe('done')
  expect(result.cost.usd).toBeCloseTo(0.01 + calls * 0.02)
  const other = pricedWriter(0.02)
  const space = await researchSpace({ writer: other.writer })
  const fewer = { ...config.budget, calls: 5 }
  const short = await runResearch({ ...config, budget: fewer }, space.ports, { signal })
  // Four sources were asked before.
  expect(other.asked).toHaveLength(1)
  expect(short.state).toBe('partial')
})

test('what a writer said of a document is used again when the run is gone on with', async () => {
  const whole = await researchSpace(pricedWriter(0.02))
  const expected = await runResearch(config, whole.ports, { signal })
  const { writer, asked } = pricedWriter(0.02)
  const { ports, read } = await researchSpace({ writer })
  const stopping: typeof ports = {
    ...ports,
    writes: {
      ...ports.writes,
      write: async (request, options) => {
        if (request.path.includes('literature') && asked.length === 2) throw new Error('killed')
        return await ports.writes.write(request, options)
      },
    },
  }
  await expect(runResearch(config, stopping, { signal })).rejects.toThrow('killed')
  const [run] = await listRuns(ports.paths)
  const result = await resumeResearch(run?.id ?? '', ports, { signal })
  expect({ ...result, run: expected.run }).toEqual(expected)
  const prompts = asked.map((request) => JSON.stringify(request))
  expect(new Set(prompts).size).toBe(prompts.length)
  for (const path of result.literature_notes)
    expect((await read(path)).replaceAll(result.run, expected.run)).toBe(await whole.read(path))
})

test('a writer that fails, and one that was stopped in the middle, leave notes of quotations', async () => {
  const stop = new AbortController()
  let calls = 0
  const { ports } = await researchSpace({
    writer: {
      generate: (request) => {
        calls += 1
        if (calls === 1) return Promise.reject(new Error('no such model'))
        if (calls > 2) return pricedWriter(0.02).writer.generate(request, { signal })
        stop.abort(new Error('killed'))
        return new Promise(() => undefined)
      },
    },
  })
  await expect(runResearch(config, ports, { signal: stop.signal })).rejects.toThrow('killed')
  const [run] = await listRuns(ports.paths)
  const result = await resumeResearch(run?.id ?? '', ports, { signal })
  expect(calls).toBe(result.literature_notes.length + 1)
  const sentence = (reason: string): string =>
    `The notes of 1 document are quotations, since no model worded them: ${reason}`
  expect(result.problems).toEqual(
    expect.arrayContaining([
      sentence('no such model'),
      sentence('It was stopped under way, and asking again could cost twice.'),
    ]),
  )
})

test.each([
  ['what it cost', { cost_usd: 0.4 }, { usd: 0.81, calls: 2 }],
  ['that it may have been paid', { maybePaid: true }, { usd: 0.91, calls: 3 }],
  ['nothing of money', {}, { usd: 0.01, calls: undefined }],
] as const)('an answer that cannot be used, and says %s, is counted so', async (_, details, { usd, calls }) => {
  let asked = 0
  const writer: Writer = {
    estimate: () => Promise.resolve(0.3),
    generate: () => {
      asked += 1
      return Promise.reject(new CodedError('TEST_CUT_OFF', 'It is not whole.', { details }))
    },
  }
  const { ports } = await researchSpace({ writer })
  const result = await runResearch(config, ports, { signal })
  expect(result.cost.usd).toBe(usd)
  expect(asked).toBe(calls ?? result.literature_notes.length + 1)
  expect(result.state).toBe(calls === undefined ? 'done' : 'partial')
})

test('a source that words the report of a deep run is reserved once', async () => {
  const space = await researchSpace()
  let words = 0
  const web: Source = tideSources['source-web'] ?? {}
  const generate: Source['generate'] = () => {
    words += 1
    const json = { opening: 'An opening.', findings: [] }
    return Promise.resolve({ text: JSON.stringify(json), json, model: 'test', cost_usd: 0.05 })
  }
  const yaml = entry('gemini', ['cost_per_call: 0.05']).replace('[search, research]', '[synthesize]')
  await writeFile(space.paths.sourcesFile, `sources:\n${entry('web')}${yaml}`)
  const sources = await openTestSources(space.paths, { 'source-web': web, 'source-gemini': { generate } })
  const deep = { ...config, depth: 'deep' as const, budget: { ...config.budget, calls: 2 } }
  const result = await runResearch(deep, { ...space.ports, sources }, { signal })
  expect(words).toBe(1)
  expect(result.cost).toEqual({ usd: 0.05, calls: 2 })
})

test('each attempt at a text is reserved: one that may be paid for counts, and none is made beyond the budget', async () => {
  const late = new CodedError('TEST_TIMEOUT', 'It was late.', { details: { transient: true, maybePaid: true } })
  let attempts = 0
  const writer: Writer = {
    estimate: () => Promise.resolve(0.3),
    generate: async (request, options) => {
      for (let attempt = 1; attempt < 3; attempt += 1) {
        attempts += 1
        options.onRetry?.(late)
      }
      attempts += 1
      return await pricedWriter(0.02).writer.generate(request, options)
    },
  }
  const { ports } = await researchSpace({ writer })
  const pages = { ...config, urls: ['https://journal.example/northbay'] }
  const result = await runResearch({ ...pages, budget: { ...config.budget, usd: 5 } }, ports, { signal })
  // The note and the report.
  expect([attempts, result.cost.calls, result.state]).toEqual([6, 6, 'done'])
  expect(result.cost.usd).toBeGreaterThan(0.62 + 0.02)
  attempts = 0
  const space = await researchSpace({ writer })
  const short = await runResearch({ ...pages, budget: { ...config.budget, usd: 0.7 } }, space.ports, { signal })
  // The second attempt fits, the third does not, and nothing does for the report.
  expect([attempts, short.cost, short.state]).toEqual([2, { usd: 0.6, calls: 2 }, 'partial'])
  expect(short.problems.join(' ')).toContain('no model worded them: It was late.')
})
