import fc from 'fast-check'
import { expect, test } from 'vitest'
import { raiseForNeeds } from './rank-agents.ts'

const ranked = (scores: Readonly<Record<string, number>>) =>
  Object.entries(scores)
    .map(([agent, score]) => ({ agent, score, vectorScore: score, textScore: 0, exampleScore: undefined }))
    .toSorted((a, b) => b.score - a.score)

const places = (agents: ReturnType<typeof raiseForNeeds>) =>
  agents.map(({ agent, score }) => `${agent} ${score.toFixed(2)}`)

test('who fits what is needed comes before who hardly fits what is said', () => {
  const files = ranked({ files: 0.75, word: 0.5, wiki: 0.1 })
  const pages = ranked({ browser: 0.9, files: 0.2 })
  const agents = raiseForNeeds(
    ranked({ word: 0.7, wiki: 0.4, files: 0.1 }),
    new Map(Object.entries({ files, pages })),
    0.4,
  )
  expect(places(agents)).toEqual(['word 0.70', 'browser 0.70', 'files 0.60', 'wiki 0.40'])
  expect(agents.map(({ need }) => need)).toEqual([undefined, 'pages', 'files', undefined])
})

test('nobody passes the first, however well a need is met', () => {
  const needed = ranked({ files: 1, disk: 0.9, wiki: 0.1 })
  const agents = raiseForNeeds(ranked({ word: 0.5, wiki: 0.2 }), new Map([['files', needed]]), 0.4)
  expect(places(agents)).toEqual(['word 0.50', 'files 0.50', 'disk 0.50', 'wiki 0.20'])
})

test('where nobody fits what is said, whoever meets a need comes first', () => {
  const needed = ranked({ fetcher: 0.9, word: 0.6 })
  const agents = raiseForNeeds(ranked({ word: 0.39, wiki: 0.2 }), new Map([['page', needed]]), 0.4)
  expect(places(agents)).toEqual(['fetcher 0.72', 'word 0.48', 'wiki 0.20'])
})

test('where nobody was found for the request, nobody is for a need', () => {
  expect(raiseForNeeds([], new Map([['files', ranked({ files: 1 })]]), 0.4)).toEqual([])
})

test('the first stays, scores fall, nobody is lost, twice there or lower than before', () => {
  const scores = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.double({ min: 0, max: 1, noNaN: true }))
  fc.assert(
    fc.property(scores, scores, scores, (said, one, other) => {
      const before = ranked(said)
      const needs = new Map(Object.entries({ one: ranked(one), other: ranked(other) }))
      const after = raiseForNeeds(before, needs, 0.4)
      const fitting = before.filter(({ score }) => score >= 0.4)
      expect(after.slice(0, fitting.length === 0 ? 0 : 1)).toEqual(fitting.slice(0, 1))
      expect(after.map(({ score }) => score)).toEqual(after.map(({ score }) => score).toSorted((a, b) => b - a))
      const names = after.map(({ agent }) => agent)
      expect(new Set(names).size).toBe(names.length)
      for (const { agent, score } of before) {
        expect(after.find((found) => found.agent === agent)?.score ?? -1).toBeGreaterThanOrEqual(score)
      }
    }),
  )
})
