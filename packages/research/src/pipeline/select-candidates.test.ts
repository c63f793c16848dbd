import { expect, test } from 'vitest'
import { listRuns } from '../runs/list-runs.ts'
import { config, researchSpace } from './__fixtures__/research-space.ts'
import type { ResearchPorts } from './research-ports.ts'
import { resumeResearch, runResearch } from './run-research.ts'

const { signal } = new AbortController()

type Emit = NonNullable<ResearchPorts['hooks']>['emit']

/** Hooks whose modules answer so at `post_discover`, given the documents that the point tells of. */
function hooksOf(
  answers: (
    documents: readonly { readonly id: string; readonly url?: string | undefined }[],
  ) => Awaited<ReturnType<Emit>>,
): { readonly hooks: NonNullable<ResearchPorts['hooks']>; readonly reported: string[] } {
  const reported: string[] = []
  const emit: Emit = (point, payload) => {
    reported.push(point)
    return Promise.resolve('documents' in payload ? answers(payload.documents) : [])
  }
  return { hooks: { emit }, reported }
}

test('a module leaves documents out, no matter who chooses them, and the result names it', async () => {
  const { hooks } = hooksOf((documents) => [
    { module: 'hook-quiet' },
    {
      module: 'hook-mud',
      answer: { leave_out: documents.filter(({ url }) => url?.includes('flats')).map(({ id }) => id) },
    },
  ])
  for (const select of [undefined, 'all'] as const) {
    const { ports, asked } = await researchSpace({ hooks })
    const result = await runResearch({ ...config, select }, ports, { signal })
    const flats = result.sources.find(({ url }) => url?.includes('flats'))
    expect(flats?.status).toBe('left out: left out by the module hook-mud')
    expect(asked.join('\n')).not.toContain('flats')
    expect(result.sources.filter(({ status }) => status === 'read').length).toBeGreaterThan(0)
  }
})

test.each([
  ['nothing', undefined],
  ['a text', 'd1'],
  ['null', null],
  ['something else', { leave: ['d1'] }],
  ['a text where a list belongs', { leave_out: 'd1' }],
  ['what is no id, and ids of nothing', { leave_out: [1, null, ['d1'], { id: 'd1' }, 'd999'] }],
])('a module that answers %s leaves nothing out', async (_, answer) => {
  const { hooks, reported } = hooksOf(() => [{ module: 'hook-odd', answer }])
  const { ports } = await researchSpace({ hooks })
  const result = await runResearch(config, ports, { signal })
  expect(reported).toContain('post_discover')
  expect(result.sources.filter(({ status }) => status.includes('hook-odd'))).toEqual([])
})

test('what a module left out stays out when the run is gone on with, without asking it again', async () => {
  const { hooks, reported } = hooksOf((documents) => [
    { module: 'hook-mud', answer: { leave_out: documents.map(({ id }) => id).slice(0, 1) } },
  ])
  const { ports } = await researchSpace({ hooks })
  const readPage: ResearchPorts['readPage'] = () => Promise.reject(new Error('killed'))
  await expect(runResearch(config, { ...ports, readPage }, { signal })).rejects.toThrow('killed')
  const [run] = await listRuns(ports.paths)
  const result = await resumeResearch(run?.id ?? '', ports, { signal })
  expect(result.sources[0]?.status).toBe('left out: left out by the module hook-mud')
  expect(reported.filter((point) => point === 'post_discover')).toHaveLength(1)
})
