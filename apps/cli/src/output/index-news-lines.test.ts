import { expect, test } from 'vitest'
import { indexNewsLines } from './index-news-lines.ts'

const counts = { added: 3, changed: 1, removed: 0, unchanged: 7 }
const next = 'next       datacortex index'

test('what the index lacks is told with the command that mends it, and nothing if it lacks nothing', () => {
  expect(indexNewsLines({ index: 'fresh', tier: 'tier2_warm' })).toEqual([])
  expect(indexNewsLines({ index: 'unknown', words_only: true })).toEqual([expect.stringMatching(/^words only /), next])
  expect(indexNewsLines({ index: 'stale', not_indexed: counts })).toEqual([
    'stale      3 notes added · 1 changed since the last index',
    next,
  ])
  expect(indexNewsLines({ index: 'absent', not_indexed: counts })[0]).toMatch(/^no index +3 notes not indexed yet$/)
  expect(indexNewsLines({ index: 'absent', not_indexed: counts, tier: 'tier3_cold' })).toEqual([next])
})
