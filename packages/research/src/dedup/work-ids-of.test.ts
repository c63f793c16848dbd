import { describe, expect, test } from 'vitest'
import { normaliseWorkId } from './normalise-work-id.ts'
import { citedWorks, workIdsOf } from './work-ids-of.ts'

describe('workIdsOf', () => {
  test.each([
    ['https://doi.org/10.1000/XYZ.1', { doi: '10.1000/xyz.1' }],
    ['https://doi.org/10.48550/arXiv.2101.00001', { arxiv: '2101.00001' }],
    ['https://arxiv.org/abs/2101.00001v3', { arxiv: '2101.00001' }],
    ['http://export.arxiv.org/pdf/hep-th/9901001v2.pdf', { arxiv: 'hep-th/9901001' }],
    ['https://www.example.org/doi/full/10.1234/abc(2020)5', { doi: '10.1234/abc(2020)5' }],
    ['https://www.biorxiv.org/content/10.1101/2020.01.02.123456v2.full', { doi: '10.1101/2020.01.02.123456' }],
    ['https://www.nature.com/articles/s41586-020-1234-5.pdf', { doi: '10.1038/s41586-020-1234-5' }],
    ['https://pubmed.ncbi.nlm.nih.gov/12345678/', { pmid: '12345678' }],
    ['https://www.ncbi.nlm.nih.gov/pmc/articles/PMC123456/?report=x', { pmcid: 'PMC123456' }],
    [`https://www.semanticscholar.org/paper/Some-Title/${'ab'.repeat(20)}`, { semantic_scholar: 'ab'.repeat(20) }],
    ['https://example.org/10.1234', {}],
    ['not an address', {}],
  ])('reads %s', (url, ids) => {
    expect(workIdsOf({ url })).toEqual(ids)
  })

  test('normalises fields, which count more than the address', () => {
    const workIds = {
      doi: 'https://doi.org/10.1000/ABC',
      pmid: 'PMID: 0012',
      isbn: '0-306-40615-2',
      arxiv: 'arXiv:2101.00001v9',
    }
    expect(workIdsOf({ url: 'https://doi.org/10.1000/other', workIds })).toEqual({
      doi: '10.1000/abc',
      pmid: '12',
      isbn: '9780306406157',
      arxiv: '2101.00001',
    })
    expect(workIdsOf({ workIds: { doi: 'none', isbn: '0-306-40615-3', pmid: '0' } })).toEqual({})
  })

  test('reads a line of its own above the text, not what a sentence cites', () => {
    expect(workIdsOf({ text: 'A Title\n\nDOI: 10.1000/abc.\n\nText.' })).toEqual({ doi: '10.1000/abc' })
    expect(
      workIdsOf({ text: 'Researchers published their work at https://doi.org/10.1000/abc and it was read by many.' }),
    ).toEqual({})
    expect(workIdsOf({ text: 'doi:10.1000/abc\ndoi:10.1000/def' })).toEqual({})
    expect(workIdsOf({ text: `${'Words. '.repeat(300)}\nDOI: 10.1000/abc` })).toEqual({})
  })

  test('names all cited works once', () => {
    const text =
      'See (https://doi.org/10.1000/ABC), doi:10.1000/abc; arXiv:2101.00001v2, https://doi.org/10.48550/arXiv.2101.00001, PMID: 123456 and ISBN 978-0-306-40615-7.'
    expect(citedWorks(text)).toEqual(['arxiv:2101.00001', 'doi:10.1000/abc', 'isbn:9780306406157', 'pmid:123456'])
    expect(citedWorks('')).toEqual([])
  })

  test('leaves the version of an arXiv id out', () => {
    expect(normaliseWorkId('arxiv', '2101.00001v12')).toBe('2101.00001')
  })
})
