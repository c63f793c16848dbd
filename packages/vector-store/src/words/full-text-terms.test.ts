import { expect, test } from 'vitest'
import { open, row, temporaryFolder } from '../__fixtures__/rows.ts'
import { fullTextTerms, mostQueryTerms } from './stored-text.ts'

test.each([
  ['Chinese', '测'],
  ['Chinese beyond the basic plane', '𠀀'],
  ['Thai with marks', 'ก็'],
])('takes only so many parts of one endless word, however long it is: %s', (_, sign) => {
  for (const length of [300, 130_000, 6_000_000]) {
    const terms = fullTextTerms(sign.repeat(length)).split(' ')
    expect(terms).toHaveLength(mostQueryTerms)
    expect(new Set(terms).size).toBe(1)
    expect(terms[0]?.isWellFormed()).toBe(true)
  }
})

test('a word of some hundred letters is taken as a whole', () => {
  const word = 'a'.repeat(1000)
  expect(fullTextTerms(`${word} b`)).toBe(`${word} b`)
  const marks = `e${'\u0301'.repeat(1000)}`
  expect(fullTextTerms(marks)).toBe(marks)
  expect(fullTextTerms('测'.repeat(200)).split(' ')).toHaveLength(199)
})

test('what stands before an endless word is still found', async () => {
  const agents = await open(await temporaryFolder())
  await agents.upsert([row('1', 'a walrus'), row('2', '测试')])
  for (const word of ['测试'.repeat(10_000), 'x'.repeat(20_000)])
    expect((await agents.searchText(`walrus ${word}`)).map((hit) => hit.id)).toContain('1')
  expect((await agents.searchText('测试'.repeat(10_000))).map((hit) => hit.id)).toEqual(['2'])
})
