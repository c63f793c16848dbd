import { expect, test } from 'vitest'
import { open, row, temporaryFolder } from '../__fixtures__/rows.ts'
import { meantQuery } from './meant-query.ts'
import { nearestWord } from './nearest-word.ts'

const text = 'Python code review: database migrations, Kubernetes logic, maintenance. Überprüfung'

test.each([
  ['pyhton', 'python'],
  ['reviw', 'review'],
  ['databse', 'database'],
  ['kuberntes', 'kubernetes'],
  ['migratoins', 'migrations'],
  ['maintainance', 'maintenance'],
  ['überprufung', 'überprüfung'],
  ['migration', 'migrations'],
  ['mython', undefined],
  ['pahtun', undefined],
  ['pythno', 'python'],
  ['pytonh', 'python'],
  ['phytno', undefined],
  ['wedding', undefined],
  ['login', undefined],
  ['lgoic', 'logic'],
])('%s is meant to be %s', (word, meant) => {
  expect(nearestWord(word, [text])).toBe(meant)
})

test('of equally near words that of most texts is meant', () => {
  expect(nearestWord('stabls', ['stables', 'stable', 'a stable'])).toBe('stable')
})

test.each([
  ['a small collection', 1],
  ['a large one, of which the index knows the words', 900],
])('a query is corrected by the words of %s', async (_, size) => {
  const rows = await open(await temporaryFolder())
  await rows.upsert([row('1', text), ...Array.from({ length: size }, (__, at) => row(`other ${at}`, `tides ${at}`))])
  await rows.optimize()
  const embedder = { dividedWords: async (words: readonly string[]) => await Promise.resolve(words) }
  const ask = async (query: string, ...words: string[]) => await meantQuery(query, { rows, words, embedder })
  expect(await ask('Pyhton code, reviw!', 'pyhton', 'reviw')).toBe('python code, review!')
  // What a row has is right as it is, in any form of the word.
  expect(await ask('reviewing tides', 'reviewing', 'tides')).toBeUndefined()
  expect(await ask('pyhton wedding', 'pyhton', 'wedding')).toBeUndefined()
  expect(await ask('coed', 'coed')).toBeUndefined()
  expect(await ask('"pyhton"', 'pyhton')).toBeUndefined()
})
