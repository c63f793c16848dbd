import fc from 'fast-check'
import { expect, test } from 'vitest'
import { open, row, temporaryFolder } from '../__fixtures__/rows.ts'
import { fullTextTerms, mostQueryTerms } from '../words/stored-text.ts'

test.each([
  ['"pods" AND (crash* OR -loop~2)^3:', 'pods AND crash OR loop 2 3'],
  ["node's C++ & .NET", 'node s C NET'],
  ['  \u0000\ud800 ', ''],
  ['café Straße 数据', 'café Straße 数据'],
])('keeps the words of %j', (query, terms) => {
  expect(fullTextTerms(query)).toBe(terms)
})

test('takes only so many words of a pasted file', () => {
  expect(fullTextTerms('word '.repeat(100_000)).split(' ')).toHaveLength(mostQueryTerms)
})

test('stems, ignores stop words, case and accents', async () => {
  const agents = await open(await temporaryFolder())
  await agents.upsert([row('1', 'Deploying the Kubernetes clusters at a café'), row('2', 'the and of')])
  for (const query of ['deploy', 'DEPLOYMENTS deployed', 'cluster', 'cafe', 'CAFÉ']) {
    expect((await agents.searchText(query)).map((hit) => hit.id)).toEqual(['1'])
  }
  expect(await agents.searchText('the of and')).toEqual([])
})

test('a word that no row has by itself is found within longer ones, however it is spelled', async () => {
  const notes = await open(await temporaryFolder())
  await notes.upsert([
    row('1', 'Die Straßenbahnhaltestelle ist groß'),
    row('2', 'Gewächshäuser und Müller'),
    row('3', 'Haltung'),
    row('4', 'Strassenfest der Mueller'),
  ])
  const found = async (query: string) => (await notes.searchText(query, { parts: true })).map(({ id }) => id)
  expect(await found('haltestelle')).toEqual(['1'])
  expect(await found('Strassenb')).toEqual(['1'])
  expect((await found('STRASSEN')).toSorted()).toEqual(['1', '4'])
  expect(await found('haeuser')).toEqual(['2'])
  expect(await found('haltung stelle')).toEqual(['3', '1'])
  for (const query of ['Müller', 'mueller']) expect((await found(query)).toSorted()).toEqual(['2', '4'])
  expect(await found("halte' OR 1=1 --")).toEqual(['1'])
  expect(await notes.searchText('haltestelle')).toEqual([])
})

test('any text is a query, before and after the index is brought up to date', async () => {
  const agents = await open(await temporaryFolder())
  await agents.upsert(['pods crash', 'a walrus', 'tail -f "log"'].map((text, index) => row(String(index), text)))
  const query = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 50 }),
    fc.string({
      unit: fc.constantFrom('"', '(', ')', '*', '~', '^', ':', '+', '-', '\\', 'AND ', 'NOT ', 'pods ', '\0', '\ud800'),
    }),
  )
  for (const optimized of [false, true]) {
    if (optimized) await agents.optimize()
    await fc.assert(
      fc.asyncProperty(query, async (text) => {
        expect(Array.isArray(await agents.searchText(`${text} walrus`))).toBe(true)
        expect((await agents.searchText(`walrus ${text}`)).map((hit) => hit.id)).toContain('1')
      }),
      { numRuns: process.env['LONG'] === undefined ? 15 : 150 },
    )
  }
})

test('a row added after the index was made is found at once, a word at the end of a long text too', async () => {
  const agents = await open(await temporaryFolder())
  await agents.upsert([row('1', 'a walrus')])
  await agents.optimize()
  await agents.upsert([row('2', `${'filler words here '.repeat(12_000)} zanzibar`)])
  expect((await agents.searchText('zanzibar')).map((hit) => hit.id)).toEqual(['2'])
  await agents.optimize()
  expect((await agents.searchText('zanzibar')).map((hit) => hit.id)).toEqual(['2'])
})

test('better matches come first, ties by id', async () => {
  const agents = await open(await temporaryFolder())
  await agents.upsert([row('b', 'walrus'), row('a', 'walrus'), row('c', 'walrus horse'), row('d', 'invoice')])
  const hits = await agents.searchText('walrus horse')
  expect(hits.map((hit) => [hit.id, hit.rank])).toEqual([
    ['c', 1],
    ['a', 2],
    ['b', 3],
  ])
})
