import { expect, test } from 'vitest'
import { sourceAuthority } from './source-authority.ts'

test.each([
  ['https://www.cdc.gov/flu', 'high'],
  ['https://cs.stanford.edu/x', 'high'],
  ['https://arxiv.org/abs/2101.00001', 'high'],
  ['https://pubmed.ncbi.nlm.nih.gov/1', 'high'],
  ['https://en.wikipedia.org/wiki/Tide', 'medium'],
  ['https://somebody.github.io/', 'low'],
  ['https://notarxiv.org/', 'low'],
  ['https://cdc.gov.example.com/', 'low'],
  ['no address', 'low'],
])('%s is %s', (url, authority) => {
  expect(sourceAuthority({ url })).toBe(authority)
})

test('a work with an id is high, and rules of the settings come first', () => {
  expect(sourceAuthority({ url: 'https://example.com', workIds: { doi: '10.1/x' } })).toBe('high')
  expect(sourceAuthority({ workIds: { doi: undefined } })).toBe('low')
  const rules = { 'example.com': 'medium', 'wikipedia.org': 'low' } as const
  expect(sourceAuthority({ url: 'https://a.example.com', workIds: { doi: '10.1/x' } }, rules)).toBe('medium')
  expect(sourceAuthority({ url: 'https://de.wikipedia.org' }, rules)).toBe('low')
  expect(sourceAuthority({ url: 'https://constructor' }, rules)).toBe('low')
})
