import { pluginError } from '@datacortex/plugin'
import { expect, test } from 'vitest'
import { entry, openTestSources, sourcesSpace } from './__fixtures__/sources-space.ts'

const { signal } = new AbortController()

test('why a source failed is one line, whatever it says', async () => {
  const reason = 'broken\n\u001B[2Jskipped  files: all of them\n'
  const error = pluginError('SOURCE_FAILED', { source: 'Tides', reason, transient: false })
  const paths = await sourcesSpace(`sources:\n${entry('tides')}`)
  const sources = await openTestSources(paths, { 'source-tides': { search: () => Promise.reject(error) } })
  const [registered] = sources.all
  if (registered === undefined) throw new Error('No source.')
  const answer = await sources.ask(registered, 'tides', { signal })
  expect(answer).toMatchObject({ ok: false })
  expect(JSON.stringify(answer)).toContain('broken')
  expect(JSON.stringify(answer)).not.toMatch(/\\n|u001b/i)
})
