import { expect, test } from 'vitest'
import { sourceSearchLines } from './source-search-lines.ts'

test('a result is kept by asking again the sources that gave it its number', () => {
  const hit = { origin: 'tides', source: 'tides', id: '1', title: 'High water', url: 'https://example.org/1' }
  const found = { query: 'high water', sources: 'web', results: [hit], skipped: [], remarks: [], took_ms: 5 } as never
  const lines = sourceSearchLines(found, ['--sources web', '--source tides'])
  expect(lines).toContain('save    datacortex search "high water" --sources web --source tides --save 1')
})
