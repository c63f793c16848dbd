import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Evidence, calibrate, rankAgents } from './rank-agents.ts'

const agents = ['a', 'b', 'c', 'd'] as const
const evidence: fc.Arbitrary<Evidence> = fc.record({
  query: fc.constantFrom('crash loop', 'what is it', 'sue my landlord now'),
  units: fc
    .array(
      fc.record({
        agent: fc.constantFrom(...agents),
        units: fc.integer({ min: 1, max: 30 }),
        cosine: fc.double({ min: -1, max: 1, noNaN: true }),
      }),
      { maxLength: 40 },
    )
    .map((hits) => hits.toSorted((a, b) => b.cosine - a.cosine)),
  documents: fc.uniqueArray(
    fc.record({ agent: fc.constantFrom(...agents), score: fc.double({ min: 0, max: 60, noNaN: true }) }),
    { selector: (hit) => hit.agent },
  ),
  documentCount: fc.integer({ min: 1, max: 100_000 }),
  unseen: fc.option(fc.double({ min: -0.2, max: 0.6, noNaN: true }), { nil: undefined }),
})

test('scores are between 0 and 1, best first, and every agent with a hit comes once', () => {
  fc.assert(
    fc.property(evidence, (given) => {
      const ranked = rankAgents(given)
      const found = new Set([...given.units, ...given.documents].map(({ agent }) => agent))
      expect(ranked.map(({ agent }) => agent).sort()).toEqual([...found].sort())
      for (const { score, textScore } of ranked) {
        expect(score).toBeGreaterThan(0)
        expect(score).toBeLessThan(1)
        expect(textScore).toBeGreaterThanOrEqual(0)
        expect(textScore).toBeLessThanOrEqual(1)
      }
      expect(ranked.map(({ score }) => score)).toEqual(ranked.map(({ score }) => score).sort((a, b) => b - a))
    }),
  )
})

test('the order of documents does not matter', () => {
  fc.assert(
    fc.property(evidence, (given) => {
      expect(rankAgents({ ...given, documents: given.documents.toReversed() })).toEqual(rankAgents(given))
    }),
  )
})

test('a better hit of words never lowers an agent', () => {
  fc.assert(
    fc.property(evidence, fc.constantFrom(...agents), (given, agent) => {
      const better = given.documents.map((hit) => (hit.agent === agent ? { ...hit, score: hit.score + 5 } : hit))
      const scoreIn = (one: Evidence): number => rankAgents(one).find((each) => each.agent === agent)?.score ?? 0
      expect(scoreIn({ ...given, documents: better })).toBeGreaterThanOrEqual(scoreIn(given))
    }),
  )
})

test('a better best unit never lowers an agent', () => {
  fc.assert(
    fc.property(evidence, fc.double({ min: 0, max: 0.5, noNaN: true }), (given, more) => {
      const [best, ...rest] = given.units
      if (best === undefined) return
      const better = { ...given, units: [{ ...best, cosine: best.cosine + more }, ...rest] }
      const scoreIn = (one: Evidence): number => rankAgents(one).find(({ agent }) => agent === best.agent)?.score ?? 0
      // With one hit only, that hit is also what unseen units are measured by.
      expect(scoreIn(better)).toBeGreaterThanOrEqual(scoreIn(given))
    }),
  )
})

test('several good units are worth more than one', () => {
  const unit = (agent: string, cosine: number) => ({ agent, units: 3, cosine })
  const units = [unit('one', 0.6), unit('many', 0.58), unit('many', 0.57), unit('many', 0.56), unit('one', 0.1)]
  const ranked = rankAgents({ query: 'crash', units, documents: [], documentCount: 2 })
  expect(ranked.map(({ agent }) => agent)).toEqual(['many', 'one'])
})

test('equal agents are ordered by id', () => {
  const units = ['b', 'a', 'c'].map((agent) => ({ agent, units: 1, cosine: 0.5 }))
  const ranked = rankAgents({ query: 'crash', units, documents: [], documentCount: 3 })
  expect(ranked.map(({ agent }) => agent)).toEqual(['a', 'b', 'c'])
})

test('calibration is fixed: the number means the same in every space', () => {
  expect([0, 0.2, 1 / 3, 0.4, 0.6].map((sum) => Number(calibrate(sum).toFixed(3)))).toEqual([
    0.034, 0.209, 0.5, 0.661, 0.935,
  ])
})

test('what was learned decides between agents that are equally near on the whole, by their share of examples', () => {
  const units = ['around', 'same'].map((agent) => ({ agent, cosine: 0.5, units: 1 }))
  const learned = new Map([
    ['around', 0.1],
    ['same', 0.9],
  ])
  const rank = (exampleShare: number) =>
    rankAgents({
      query: 'crash',
      units: units.map((hit) => ({ ...hit, exampleShare })),
      documents: [],
      documentCount: 2,
      learned,
    })
  expect(rank(0).map(({ agent, exampleScore }) => [agent, exampleScore])).toEqual([
    ['around', undefined],
    ['same', undefined],
  ])
  expect(rank(1).map(({ agent, exampleScore }) => [agent, exampleScore])).toEqual([
    ['same', 0.9],
    ['around', 0.1],
  ])
})

test('the same share of a query is more where fewer texts have it', () => {
  const hit = (agent: string, texts: number) => ({ agent, cosine: 0.5, units: 1, texts, exampleShare: 0.7 })
  const learned = new Map(['few', 'many', 'some'].map((agent) => [agent, 0.3]))
  const units = [hit('few', 2), hit('many', 30), hit('some', 8)]
  const ranked = rankAgents({ query: 'crash', units, documents: [], documentCount: 3, learned })
  expect(ranked.map(({ agent }) => agent)).toEqual(['few', 'some', 'many'])
})

test('an agent whose examples are all far away counts less, also if only words found it', () => {
  const of = (exampleShare: number) => {
    const documents = [{ agent: 'a', score: 2, exampleShare }]
    return rankAgents({ query: 'crash', units: [], documents, documentCount: 9 })[0]
  }
  expect(of(1)?.exampleScore).toBe(0)
  expect(of(1)?.score).toBeLessThan(of(0)?.score ?? 0)
})

test('units that are not among the hits count what they are said to count, or nothing', () => {
  const units = [
    { agent: 'a', units: 3, cosine: 0.6 },
    { agent: 'b', units: 1, cosine: 0.4 },
  ]
  const documents = [{ agent: 'c', score: 0 }]
  const vectorScores = (unseen?: number) =>
    Object.fromEntries(
      rankAgents({ query: 'crash', units, documents, documentCount: 3, unseen }).map(({ agent, vectorScore }) => [
        agent,
        Number(vectorScore.toFixed(3)),
      ]),
    )
  expect(vectorScores(0.4)).toEqual({ a: 0.495, b: 0.4, c: 0.4 })
  expect(vectorScores(0)).toEqual({ a: 0.284, b: 0.4, c: 0 })
  expect(vectorScores()).toEqual({ a: 0.6, b: 0.4, c: 0 })
})

test('agents without examples are ranked as if nobody had any', () => {
  const hit = (agent: string, cosine: number, exampleShare: number) => ({ agent, cosine, units: 2, exampleShare })
  const units = [hit('a', 0.7, 0.8), hit('b', 0.6, 0), hit('a', 0.5, 0.8), hit('b', 0.4, 0)]
  const scoreOf = (hits: Evidence['units']) =>
    rankAgents({ query: 'crash', units: hits, documents: [], documentCount: 2 }).find(({ agent }) => agent === 'b')
      ?.score
  expect(scoreOf(units)).toBe(scoreOf(units.map((one) => ({ ...one, exampleShare: 0 }))))
})

test('where no spaces part words, one who has all parts of the query has more of it than one who has a few', () => {
  const documents = [
    { agent: 'translator', score: 16 },
    { agent: 'tester', score: 8 },
  ]
  const [first, second] = rankAgents({ query: '契約書を翻訳してください', units: [], documents, documentCount: 20 })
  expect([first?.agent, second?.agent]).toEqual(['translator', 'tester'])
  expect(first?.textScore).toBeLessThan(1)
  expect(second?.textScore).toBeCloseTo((first?.textScore ?? 0) / 2)
})
