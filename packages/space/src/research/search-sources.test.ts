import { expect, test } from 'vitest'
import { workOf, workSpace } from '../__fixtures__/work-space.ts'
import { searchSources } from './search-sources.ts'

test('who searches learns that a source is not asked as the settings say, until that was allowed', async () => {
  const settings = {
    plugins: { 'source-wikipedia': { base_url: 'http://127.0.0.1:1' }, 'speech-flite': { voice: 'slt' } },
    network: { web_sources: false },
  }
  const { paths } = await workSpace({ settings })
  const trusted = { ...paths, trust: { state: 'trusted', id: 'a', boundTo: paths.root, allowed: [] } } as const
  const asked = { query: 'tides', sources: 'web', source: ['wikipedia'] } as const
  const { remarks } = await searchSources(workOf(trusted), asked)
  expect(remarks).toEqual(['plugins.source-wikipedia of the settings waits for your word: datacortex trust allow'])
  expect((await searchSources(workOf(paths), asked)).remarks).toEqual([])
})
