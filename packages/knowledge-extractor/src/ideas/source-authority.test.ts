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

test.each([
  ['https://evil.example/x', { doi: '10.1000/xyz' }, 'low'],
  ['https://evil.example/1', { pmid: '1', isbn: '1' }, 'low'],
  ['https://evil.example/%E0%A4%A', { doi: '10.1000/xyz' }, 'low'],
  ['https://en.wikipedia.org/10.1000/xyz', { doi: '10.1000/xyz' }, 'medium'],
  ['https://publisher.example/doi/full/10.1000%2FXYZ', { doi: '10.1000/xyz' }, 'high'],
  ['https://mirror.example/abs/2101.00001v2', { arxiv: '2101.00001' }, 'high'],
  ['https://mirror.example/articles/PMC123', { pmcid: 'PMC123' }, 'high'],
  [undefined, { doi: '10.1000/xyz' }, 'low'],
] as const)('%s with the ids %j is %s: a page can not make itself a work', (url, workIds, authority) => {
  expect(sourceAuthority({ url, workIds })).toBe(authority)
})

test('rules of the settings come first', () => {
  const rules = { 'example.com': 'medium', 'wikipedia.org': 'low' } as const
  const work = { url: 'https://a.example.com/10.1/x', workIds: { doi: '10.1/x' } }
  expect(sourceAuthority(work, rules)).toBe('medium')
  expect(sourceAuthority({ url: 'https://de.wikipedia.org' }, rules)).toBe('low')
  expect(sourceAuthority({ url: 'https://constructor' }, rules)).toBe('low')
})
