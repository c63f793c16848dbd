import { expect, test } from 'vitest'
import { arxivQuery } from './arxiv-query.ts'

test.each([
  ['the friction of tides', 'all:friction AND all:tides'],
  ['GPT-4 vs. qwen2.5', 'all:GPT-4 AND all:vs AND all:qwen2.5'],
  [
    'how do spring tides change deep ocean mixing',
    'all:spring OR all:tides OR all:change OR all:deep OR all:ocean OR all:mixing',
  ],
  ['ti:tides ANDNOT (au:x)', 'all:ti OR all:tides OR all:au OR all:x'],
  ['tides tides', 'all:tides'],
  ['what is it', 'all:what AND all:is AND all:it'],
  ['?!', undefined],
])('%j asks for %s', (query, expected) => {
  expect(arxivQuery(query)).toBe(expected)
})
