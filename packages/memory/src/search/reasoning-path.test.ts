import { expect, test } from 'vitest'
import { reasoningPath } from './reasoning-path.ts'
import type { SearchHit } from './search-port.ts'

const hit = (path: string, via: readonly string[] = []): SearchHit => {
  return {
    id: `${path}#0`,
    path,
    title: path,
    type: 'note',
    score: 1,
    hop: via.length,
    via,
    snippet: '',
    origin: 'local',
  }
}

test('the form of DIP-0016 §6.2, also where a note on the way is no hit itself', () => {
  const hits = [hit('Tokens.md'), hit('SPV.md', ['Tokens.md']), hit('Market.md', ['Tokens.md', 'Verity.md'])]
  expect(reasoningPath('data tokenization', hits)).toEqual({
    hops: [
      { hop: 0, query: 'data tokenization', results: ['Tokens.md'] },
      { hop: 1, source: 'Tokens.md', followed_links: ['SPV.md', 'Verity.md'] },
      { hop: 2, source: 'Verity.md', followed_links: ['Market.md'] },
    ],
    final_context: ['Tokens.md', 'SPV.md', 'Market.md'],
  })
  expect(reasoningPath('x', [])).toEqual({ hops: [{ hop: 0, query: 'x', results: [] }], final_context: [] })
})
