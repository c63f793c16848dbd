import { expect, test, vi } from 'vitest'
import { IngestSettings, SearchSettings } from './knowledge-settings.ts'

test.each([
  ['', 60_000, 5000],
  ['20', 1_200_000, 100_000],
])('with a patience of %j an extraction has %d ms, a search %d', (patience, extraction, search) => {
  vi.stubEnv('DATACORTEX_PATIENCE', patience)
  expect(IngestSettings.parse({}).timeout_ms).toBe(extraction)
  expect(SearchSettings.parse({}).timeout_ms).toBe(search)
})

test('what a user sets is meant as it is', () => {
  vi.stubEnv('DATACORTEX_PATIENCE', '20')
  expect(IngestSettings.parse({ timeout_ms: 300 }).timeout_ms).toBe(300)
  expect(SearchSettings.parse({ timeout_ms: 300 }).timeout_ms).toBe(300)
})
